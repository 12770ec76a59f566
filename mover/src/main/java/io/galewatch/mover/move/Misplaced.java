package io.galewatch.mover.move;

import io.galewatch.routing.map.ShardId;
import io.galewatch.routing.map.ShardMap;

/** Rows of a turbine that lie on a shard that is not its home under the map: one thing to move. */
record Misplaced(String turbine, ShardId source, ShardId target, ShardMap map) {

    boolean touches(ShardId shard) {
        return source.equals(shard) || target.equals(shard);
    }

    @Override
    public String toString() {
        return "turbine " + turbine + " from " + source + " to " + target;
    }
}
