package io.galewatch.sim.lab;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/** Ctrl-C and SIGTERM: clean up, whatever the main thread is doing, and end with exit code 130. */
public final class Interruption {

    private final AtomicBoolean finished = new AtomicBoolean();
    private final AtomicBoolean interrupted = new AtomicBoolean();
    private final Runnable cleanUp;

    private Interruption(Runnable cleanUp) {
        this.cleanUp = cleanUp;
    }

    public static Interruption cleaningUpBy(Runnable cleanUp) {
        Interruption interruption = new Interruption(cleanUp);
        Runtime.getRuntime().addShutdownHook(new Thread(interruption::run, "interrupted"));
        return interruption;
    }

    /** The command has cleaned up, or left running, what it wanted to. */
    public void finished() {
        finished.set(true);
    }

    /**
     * For the main thread, when something has failed: while the lab is being stopped, everything fails. Then it does not
     * return, and the failure is not told; the end of the clean-up ends this thread too.
     */
    public void swallowFailure() throws InterruptedException {
        if (interrupted.get()) {
            new CountDownLatch(1).await();
        }
    }

    private void run() {
        if (finished.get()) {
            return;
        }
        interrupted.set(true);
        try {
            cleanUp.run();
        } finally {
            // The JVM itself would answer 143 to SIGTERM.
            Runtime.getRuntime().halt(ExitCode.INTERRUPTED);
        }
    }
}
