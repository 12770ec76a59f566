package io.galewatch.sim.turbines;

import java.util.List;
import java.util.stream.IntStream;

/** The turbines of Ardnave Point. */
public final class Serials {

    private Serials() {}

    /** {@code AP-0001} and so on. */
    public static List<String> ardnavePoint(int count) {
        return IntStream.rangeClosed(1, count).mapToObj("AP-%04d"::formatted).toList();
    }
}
