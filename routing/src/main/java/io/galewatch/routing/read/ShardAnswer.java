package io.galewatch.routing.read;

import io.galewatch.routing.map.ShardId;
import io.galewatch.routing.map.ShardMap;
import java.util.List;

/**
 * What one shard said, all from one snapshot.
 *
 * @param map the map that it obeyed when it showed these rows
 * @param known whether it has any row of the turbine
 */
record ShardAnswer(ShardId shard, ShardMap map, boolean known, List<Reading> readings) {}
