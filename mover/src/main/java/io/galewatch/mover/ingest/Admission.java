package io.galewatch.mover.ingest;

import java.util.concurrent.Semaphore;

/** Bounds the readings that all requests of a box hold at one time, and so its memory. */
final class Admission {

    private static final int STEP = 64;

    private final Semaphore free;

    Admission(int readings) {
        this.free = new Semaphore(Math.max(1, readings / STEP));
    }

    Share open() {
        return new Share();
    }

    /** What one request has taken. Of one thread; given back by closing. */
    final class Share implements AutoCloseable {

        private int steps;
        private int used;

        private Share() {}

        /** Makes room for one more reading, if there is any. */
        boolean growByOne() {
            if (used == steps * STEP) {
                if (!free.tryAcquire()) {
                    return false;
                }
                steps++;
            }
            used++;
            return true;
        }

        @Override
        public void close() {
            free.release(steps);
            steps = 0;
        }
    }
}
