package io.galewatch.routing.fence;

import io.galewatch.routing.claim.Grant;
import io.galewatch.routing.map.ShardId;
import java.time.OffsetDateTime;

/** A shard that obeys a grant: what a batch presents there. */
public record Seal(ShardId shard, Grant grant, OffsetDateTime incarnation) {}
