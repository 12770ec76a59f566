package io.galewatch.mover.move;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Tells a mover to end, and wakes it from every wait. */
final class StopSignal {

    private final CountDownLatch stopped = new CountDownLatch(1);

    void stop() {
        stopped.countDown();
    }

    boolean isStopped() {
        return stopped.getCount() == 0;
    }

    /**
     * Waits on purpose.
     *
     * @return whether to stop
     */
    boolean await(Duration time) {
        try {
            return stopped.await(time.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }
}
