package io.galewatch.mover.ingest;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Whether a shard is worth trying. After it did not answer it is left alone for a while, and then one request tries it:
 * otherwise every request would wait for its time limit, and its queue would be full of them.
 */
final class Breaker {

    private final long downFor;
    private final LongSupplier nanoTime;
    private boolean down;
    private long tryAgainAt;

    Breaker(Duration downFor, LongSupplier nanoTime) {
        this.downFor = downFor.toNanos();
        this.nanoTime = nanoTime;
    }

    /** Whether to try now. Of a shard that is down, says so once in a while. */
    synchronized boolean allows() {
        if (!down) {
            return true;
        }
        long now = nanoTime.getAsLong();
        if (tryAgainAt - now > 0) {
            return false;
        }
        tryAgainAt = now + downFor;
        return true;
    }

    synchronized void answered() {
        down = false;
    }

    synchronized void silent() {
        down = true;
        tryAgainAt = nanoTime.getAsLong() + downFor;
    }

    synchronized boolean isDown() {
        return down;
    }
}
