package io.galewatch.sim.lab;

import java.util.concurrent.atomic.AtomicBoolean;

/** Ctrl-C and SIGTERM: clean up, whatever the main thread is doing, and end with exit code 130. */
final class Interruption {

    private final AtomicBoolean finished = new AtomicBoolean();
    private final Runnable cleanUp;

    private Interruption(Runnable cleanUp) {
        this.cleanUp = cleanUp;
    }

    static Interruption cleaningUpBy(Runnable cleanUp) {
        Interruption interruption = new Interruption(cleanUp);
        Runtime.getRuntime().addShutdownHook(new Thread(interruption::run, "interrupted"));
        return interruption;
    }

    /** The command has cleaned up, or left running, what it wanted to. */
    void finished() {
        finished.set(true);
    }

    private void run() {
        if (finished.get()) {
            return;
        }
        try {
            cleanUp.run();
        } finally {
            // The JVM itself would answer 143 to SIGTERM.
            Runtime.getRuntime().halt(ExitCode.INTERRUPTED);
        }
    }
}
