package io.galewatch.sim.scenario;

/** Plays a scenario on a fleet of its own, to find out more about one that failed. */
@FunctionalInterface
public interface Trial {

    /** Whether the verdict was not clean. */
    boolean fails(Scenario scenario) throws Exception;
}
