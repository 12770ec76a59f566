package io.galewatch.sim.lab;

/** Something about this machine or directory keeps the lab from running at all: exit code 3, with this sentence. */
public final class EnvironmentProblem extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public EnvironmentProblem(String message) {
        super(message);
    }

    public EnvironmentProblem(String message, Throwable cause) {
        super(message, cause);
    }
}
