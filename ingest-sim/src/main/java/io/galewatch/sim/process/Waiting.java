package io.galewatch.sim.process;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for a state with a deadline. Nothing in the lab sleeps and hopes. */
public final class Waiting {

    private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private Waiting() {}

    /** True as soon as the state is reached; false when the limit passes first or the thread is interrupted. */
    public static boolean until(Duration limit, BooleanSupplier state) {
        long deadline = System.nanoTime() + limit.toNanos();
        while (!state.getAsBoolean()) {
            if (System.nanoTime() - deadline >= 0 || Thread.currentThread().isInterrupted()) {
                return false;
            }
            LockSupport.parkNanos(LOOK_AGAIN_NANOS);
        }
        return true;
    }
}
