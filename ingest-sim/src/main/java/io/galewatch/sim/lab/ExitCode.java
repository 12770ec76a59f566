package io.galewatch.sim.lab;

/** Exit codes of the lab; 2 (usage) is picocli's own. */
public final class ExitCode {

    public static final int CLEAN = 0;
    public static final int WRONG = 1;
    public static final int ENVIRONMENT = 3;
    public static final int DEADLINE = 4;
    public static final int INTERRUPTED = 130;

    private ExitCode() {}
}
