package io.galewatch.routing.fence;

import io.galewatch.routing.claim.Grant;
import io.galewatch.routing.map.ShardId;
import java.time.OffsetDateTime;

/** A shard that obeys a grant: what a batch presents there. */
public record Seal(ShardId shard, Grant grant, OffsetDateTime incarnation) {

    /** Whether a fence row is the one that this seal left, on the server that was sealed. */
    boolean isObeyed(FenceState stored) {
        return stored.token() == grant.token() && stored.grantId().equals(grant.grantId())
                && stored.incarnation().isEqual(incarnation) && stored.serverStart().isEqual(incarnation);
    }
}
