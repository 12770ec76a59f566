package io.galewatch.sim.leaseonly;

/** What came of a renewal. */
enum Renewal {
    RENEWED,
    /** The claim is another's. */
    LOST,
    /** The routing database did not answer, for as long as it was asked. */
    UNANSWERED
}
