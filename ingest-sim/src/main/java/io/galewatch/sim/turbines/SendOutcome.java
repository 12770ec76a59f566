package io.galewatch.sim.turbines;

/** What came of one attempt to send a reading. */
sealed interface SendOutcome {

    /** Stored, now or earlier. */
    record Acknowledged() implements SendOutcome {}

    /** Not known to be stored. Sending the same reading again, to any box, is harmless. */
    record TryAgain(String reason) implements SendOutcome {}

    /** A box says that this reading will never be taken. In an honest fleet this does not happen. */
    record Refused(int status, String body) implements SendOutcome {}
}
