package io.galewatch.sim.scenario;

import java.time.Duration;
import java.util.Map;

/** Settings of the boxes that have to fit a lease: what fits 60 s would make a box refuse a lease of 6 s. */
final class Timing {

    /** Below it a box refuses its lease. */
    static final Duration SHORTEST_LEASE = Duration.ofSeconds(5);

    private static final Duration USUAL_LEASE = Duration.ofSeconds(60);

    private Timing() {}

    /** None for a lease of a minute or more: the defaults fit. */
    static Map<String, String> fitting(Duration lease) {
        if (lease.compareTo(USUAL_LEASE) >= 0) {
            return Map.of();
        }
        long millis = lease.toMillis();
        long timeout = within(500, millis / 10, 2_000);
        // A third of the lease, a step and two timeouts must fit in nine tenths of it.
        long step = Math.min(15_000, millis * 9 / 10 - millis / 3 - 2 * timeout - 10);
        return Map.of("galewatch.claim.timeout", timeout + "ms", "galewatch.move.step-limit", step + "ms",
                "galewatch.claim.poll", within(100, millis / 30, 2_000) + "ms", "galewatch.move.retry-pause",
                within(100, millis / 60, 1_000) + "ms");
    }

    private static long within(long least, long value, long most) {
        return Math.clamp(value, least, most);
    }
}
