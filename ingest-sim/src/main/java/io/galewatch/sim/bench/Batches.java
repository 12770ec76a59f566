package io.galewatch.sim.bench;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * An endless source of readings that are all new: the turbines in turn, a millisecond later each time. For several threads.
 */
public final class Batches {

    private final List<String> turbines;
    private final Instant start;
    private final int size;
    private final AtomicLong next = new AtomicLong();

    /**
     * @param turbines which turbines send
     * @param start the first instant; two sources of the same turbines must be far enough apart
     * @param size readings of one batch
     */
    public Batches(List<String> turbines, Instant start, int size) {
        this.turbines = List.copyOf(turbines);
        this.start = start;
        this.size = size;
    }

    public int size() {
        return size;
    }

    Batch next() {
        long first = next.getAndAdd(size);
        String[] serials = new String[size];
        Instant[] instants = new Instant[size];
        int[] values = new int[size];
        for (int i = 0; i < size; i++) {
            long number = first + i;
            serials[i] = turbines.get((int) (number % turbines.size()));
            instants[i] = start.plus(Duration.ofMillis(number / turbines.size()));
            values[i] = (int) (number % Values.SETS);
        }
        return new Batch(serials, instants, values);
    }
}
