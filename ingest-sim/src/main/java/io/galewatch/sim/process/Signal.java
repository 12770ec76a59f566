package io.galewatch.sim.process;

/** The signals the lab sends. */
public enum Signal {
    /** Fast shutdown of a postmaster. */
    INT,
    /** Immediate shutdown of a postmaster: as if the machine had lost power, but for the page cache. */
    QUIT, TERM, KILL,
    /** Freezes a process in whatever it is doing. */
    STOP,
    /** Thaws it. */
    CONT
}
