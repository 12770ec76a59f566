package io.galewatch.mover.ingest;

import io.galewatch.routing.map.ShardId;

/**
 * What became of a reading, and where.
 *
 * @param shard its home as it was addressed last
 */
record Ruling(ShardId shard, Verdict verdict) {}
