package io.galewatch.mover.move;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Holds a mover at a point until it is opened. */
final class Gate implements Interruption {

    private final Point point;
    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch opened = new CountDownLatch(1);

    Gate(Point point) {
        this.point = point;
    }

    @Override
    public void at(Point passed) {
        if (passed == point) {
            reached.countDown();
            try {
                opened.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    void awaitReached() throws InterruptedException {
        if (!reached.await(Duration.ofSeconds(30).toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("the mover never came to " + point);
        }
    }

    void open() {
        opened.countDown();
    }
}
