package io.galewatch.sim.bench;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** When the next request is due. One pace is shared by all senders of a load. */
@FunctionalInterface
public interface Pace {

    /**
     * Waits until the next request is due.
     *
     * @return the moment at which it was to be sent, in nano time; latencies count from it
     */
    long awaitNext();

    /** Closed loop: each sender sends the next request as soon as the last one was answered. */
    static Pace unlimited() {
        return System::nanoTime;
    }

    /**
     * Open loop: so many requests per second, whether earlier ones were answered or not. A sender that is late starts at
     * once, and the latency counts from when it should have started: a stall is not hidden by sending less meanwhile.
     *
     * @param perSecond more than 0
     */
    static Pace of(double perSecond) {
        long start = System.nanoTime();
        AtomicLong next = new AtomicLong();
        return () -> {
            long due = start + (long) (next.getAndIncrement() * 1e9 / perSecond);
            for (long wait = due - System.nanoTime(); wait > 0; wait = due - System.nanoTime()) {
                if (Thread.currentThread().isInterrupted()) {
                    break;
                }
                LockSupport.parkNanos(wait);
            }
            return due;
        };
    }
}
