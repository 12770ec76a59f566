package io.galewatch.routing.table;

import io.galewatch.routing.map.ShardMap;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A map as the routing database keeps it. */
public record Epoch(ShardMap map, Instant createdAt, String createdBy, @Nullable Instant completedAt) {

    /** Whether every row is known to be at home under this map. */
    public boolean isComplete() {
        return completedAt != null;
    }
}
