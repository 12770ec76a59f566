package io.galewatch.sim.lab;

/** What the lab waited for did not happen in time: exit code 4. */
public final class DeadlinePassed extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public DeadlinePassed(String message) {
        super(message);
    }
}
