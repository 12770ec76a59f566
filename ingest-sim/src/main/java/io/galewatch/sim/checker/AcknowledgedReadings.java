package io.galewatch.sim.checker;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** The acknowledged readings of one turbine, 16 bytes each, in the order of their instants. */
final class AcknowledgedReadings {

    private long[] micros = new long[64];
    private long[] digests = new long[64];
    private int size;

    static long micros(Instant at) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, at);
    }

    void add(Instant at, long digest) {
        if (size == micros.length) {
            micros = Arrays.copyOf(micros, size * 2);
            digests = Arrays.copyOf(digests, size * 2);
        }
        micros[size] = micros(at);
        digests[size++] = digest;
    }

    int size() {
        return size;
    }

    long micros(int position) {
        return micros[position];
    }

    long digest(int position) {
        return digests[position];
    }

    /** A turbine sends in order, so there is usually nothing to do. */
    void sort() {
        if (IntStream.range(1, size).allMatch(i -> micros[i - 1] <= micros[i])) {
            return;
        }
        int[] order = IntStream.range(0, size).boxed().sorted(Comparator.comparingLong(i -> micros[i])).mapToInt(
                Integer::intValue).toArray();
        micros = IntStream.of(order).mapToLong(i -> micros[i]).toArray();
        digests = IntStream.of(order).mapToLong(i -> digests[i]).toArray();
    }
}
