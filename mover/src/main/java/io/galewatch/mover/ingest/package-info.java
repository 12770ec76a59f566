/**
 * What turbines send: checked, addressed, and written to their home shards in grouped transactions, acknowledged after
 * commit.
 *
 * <p>
 * Keeps invariant 5 on the box's side (each transaction presents the map by which its readings were addressed, and a
 * refusal is followed within the same request) and invariant 7 (neither the claim nor the routing database is asked).
 * Everything that waits is bounded: readings under way in a box, readings queued per shard, and the time of a request.
 * Each shard has a queue and threads of its own, so that one that is slow or dead delays nobody else's readings.
 */
@NullMarked
package io.galewatch.mover.ingest;

import org.jspecify.annotations.NullMarked;
