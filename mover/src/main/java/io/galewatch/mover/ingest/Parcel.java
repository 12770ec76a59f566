package io.galewatch.mover.ingest;

import io.galewatch.routing.map.ShardMap;
import io.galewatch.routing.read.Reading;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Readings of one request for one shard, addressed by one map.
 *
 * @param deadline nano time after which nobody waits for it any more
 */
record Parcel(ShardMap map, List<Reading> readings, long deadline, CompletableFuture<Delivery> delivery) {

    Parcel(ShardMap map, List<Reading> readings, long deadline) {
        this(map, readings, deadline, new CompletableFuture<>());
    }

    int size() {
        return readings.size();
    }

    boolean isOverdue(long now) {
        return deadline - now < 0;
    }
}
