package io.galewatch.routing.claim;

import org.jspecify.annotations.Nullable;

/** What came of an attempt to take the claim. Losing is a value; only breakage is an exception. */
public sealed interface TakeOutcome {

    /**
     * The claim is ours.
     *
     * @param cause why it was free: first, released, expired, clock-back
     * @param vacantSeconds how long nobody held it after a grant ran out, by the database's clock; 0 when it was given back, or never held
     */
    record Won(Grant grant, String cause, double vacantSeconds) implements TakeOutcome {}

    /** Another grant is alive. */
    record Held(String owner, long token) implements TakeOutcome {}

    /** Somebody has the row locked this instant: try again at the next poll. */
    record Busy() implements TakeOutcome {}

    /** The operator has paused the role. */
    record Paused(String by, @Nullable String reason) implements TakeOutcome {}
}
