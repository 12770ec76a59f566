package io.galewatch.mover.console;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What changes every second. What could not be asked is null, and which databases did not answer is said.
 *
 * @param epoch of the newest map that the routing database or a shard shows; null before the first answer
 * @param work rows so far, where one counts half when copied and half when deleted
 * @param steps how many turbines are at which step
 * @param whole whether all turbines are shown
 */
record ConsoleState(String box, boolean routing, @Nullable Long epoch, @Nullable Integer shards,
        @Nullable Integer previousShards, @Nullable Boolean complete, RoutingSight.@Nullable Paused paused,
        RoutingSight.@Nullable Claim claim, @Nullable Long fencedRejections, double work,
        Map<Cell.Step, Integer> steps, List<Shard> databases, boolean whole) {

    /**
     * One shard.
     *
     * @param seen whether it ever answered; else the numbers mean nothing
     * @param fence its token, 0 before the first seal
     * @param epoch of the map that it obeys
     */
    record Shard(int index, String name, boolean reachable, boolean seen, long fence, String fencedFor, long epoch,
            int shards) {}
}
