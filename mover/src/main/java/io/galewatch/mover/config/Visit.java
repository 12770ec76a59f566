package io.galewatch.mover.config;

import java.util.OptionalInt;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What came of asking one database who it is. */
public sealed interface Visit {

    Database database();

    /**
     * It answered.
     *
     * @param schema newest migration that was applied; empty when there never was one
     * @param fleet the fleet it belongs to; null when that is not written there yet
     * @param shardIndex which shard it says it is; null on the routing database
     * @param durable whether the server runs with fsync on
     */
    record Answered(Database database, OptionalInt schema, @Nullable UUID fleet, @Nullable Integer shardIndex,
            boolean durable) implements Visit {}

    /** It did not answer, or did not let us in. */
    record Silent(Database database, String reason) implements Visit {}
}
