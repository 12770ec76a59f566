package io.galewatch.mover.config;

import io.galewatch.routing.db.Limits;
import java.time.Duration;

/** Time limits of a box's pools, by what the pool is for. */
final class PoolLimits {

    private static final Duration CONNECT = Duration.ofSeconds(2);

    private PoolLimits() {}

    /**
     * For the routing database. A transaction ends within the timeout. A session that froze between its UPDATE and its
     * COMMIT is ended after a sixth of the lease at most, so that it does not lock the claim row for everyone.
     */
    static Limits routing(ClaimProperties claim) {
        Duration timeout = claim.timeout();
        Duration statement = timeout.multipliedBy(8).dividedBy(10);
        Duration idle = min(timeout, claim.lease().dividedBy(6));
        return new Limits(timeout, timeout, statement.dividedBy(2), statement, idle, timeout);
    }

    /** Ingest holds the map until commit, and a flip waits for it: so, short. */
    static Limits ingest() {
        return Limits.forStep(CONNECT, Duration.ofSeconds(2));
    }

    /** A page of readings, or a status. */
    static Limits reader() {
        return Limits.forStep(CONNECT, Duration.ofSeconds(10));
    }

    /** A mover's step: a batch, a window, a page. */
    static Limits mover(Duration stepLimit) {
        return Limits.forStep(CONNECT, stepLimit);
    }

    private static Duration min(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }
}
