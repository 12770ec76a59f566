package io.galewatch.mover.move;

import io.galewatch.routing.map.ShardId;
import io.galewatch.routing.map.ShardMap;

/** A shard obeys another map than the plan was made under: plan anew. */
final class StaleMapException extends MoveException {

    private static final long serialVersionUID = 1L;

    StaleMapException(ShardId shard, ShardMap planned, String found) {
        super(shard + " obeys another map than the plan's " + planned + ": " + found);
    }
}
