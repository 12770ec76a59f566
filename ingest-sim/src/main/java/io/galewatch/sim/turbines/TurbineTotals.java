package io.galewatch.sim.turbines;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** What all turbines together have sent so far. */
public final class TurbineTotals {

    private final LongAdder acknowledged = new LongAdder();
    private final AtomicLong refused = new AtomicLong();
    private final Map<String, LongAdder> retries = new ConcurrentHashMap<>();

    void acknowledged() {
        acknowledged.increment();
    }

    /** Counts a refusal and tells how many there are now. */
    long refused() {
        return refused.incrementAndGet();
    }

    void retried(String reason) {
        retries.computeIfAbsent(reason, none -> new LongAdder()).increment();
    }

    public long acknowledgedCount() {
        return acknowledged.sum();
    }

    /** Readings that a box refused for good; in an honest fleet none. */
    public long refusedCount() {
        return refused.get();
    }

    /** Attempts that had to be repeated, by reason. */
    public Map<String, Long> retryCounts() {
        Map<String, Long> counts = new TreeMap<>();
        retries.forEach((reason, count) -> counts.put(reason, count.sum()));
        return counts;
    }
}
