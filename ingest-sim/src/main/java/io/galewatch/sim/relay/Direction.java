package io.galewatch.sim.relay;

/** Which way bytes go. */
public enum Direction {
    TO_SERVER, TO_CLIENT
}
