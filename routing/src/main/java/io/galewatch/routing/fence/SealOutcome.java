package io.galewatch.routing.fence;

import java.util.UUID;

/** What came of sealing a shard. */
public sealed interface SealOutcome {

    /**
     * The shard obeys us.
     *
     * @param earlier it did already: our own seal, whose answer was lost
     */
    record Sealed(Seal seal, boolean earlier) implements SealOutcome {}

    /** The shard obeys a newer grant, or another one under our token (the routing database went back in time). */
    record Refused(long token, UUID grantId, String owner) implements SealOutcome {}

    /** A transaction of somebody else holds the fence row: end its session and try again. */
    record Locked() implements SealOutcome {}
}
