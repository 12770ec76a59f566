package io.galewatch.mover.move;

import io.galewatch.routing.map.ShardId;
import io.galewatch.routing.map.ShardMap;
import io.galewatch.routing.read.TurbineScan;
import io.galewatch.routing.read.TurbineScan.Found;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Finds what is misplaced by looking, not by remembering: every turbine that has rows on a shard which is not its home under
 * the map. That covers growing, shrinking, an abort, strays, and what an earlier holder left half done.
 */
final class Discovery {

    private static final int PAGE = 1_000;

    private final Move.Tools tools;

    Discovery(Move.Tools tools) {
        this.tools = tools;
    }

    /** Everything that is misplaced on the given shards, in serial order; noted in their journals. */
    List<Misplaced> plan(ShardMap map, List<ShardId> shards) {
        List<Misplaced> plan = new ArrayList<>();
        for (ShardId shard : shards) {
            finishJournal(shard, map);
            String after = "";
            while (true) {
                List<Found> page = page(shard, map, after);
                List<Misplaced> misplaced = page.stream().filter(found -> !found.home().equals(shard)).map(
                        found -> new Misplaced(found.turbine(), shard, found.home(), map)).toList();
                note(shard, map, misplaced);
                plan.addAll(misplaced);
                tools.lease().progressed();
                if (page.size() < PAGE) {
                    break;
                }
                after = page.getLast().turbine();
            }
        }
        plan.sort(Comparator.comparing(Misplaced::turbine).thenComparing(Misplaced::source));
        return plan;
    }

    /** A turbine whose last row has left is not found any more: what its move's journal does not say is said here. */
    private void finishJournal(ShardId shard, ShardMap map) {
        if (tools.sessions().reading(shard,
                connection -> Journal.anyLeftUnsaid(connection, shard, map.mapId()))) {
            tools.batches().run(shard, map, connection -> {
                tools.journal().leftUnsaid(connection, shard, map.mapId());
                return true;
            });
        }
        tools.lease().progressed();
    }

    private List<Found> page(ShardId shard, ShardMap map, String after) {
        return tools.sessions().reading(shard,
                connection -> TurbineScan.page(connection, after, PAGE, map.shards()));
    }

    private void note(ShardId shard, ShardMap map, List<Misplaced> misplaced) {
        if (!misplaced.isEmpty()) {
            tools.batches().run(shard, map, connection -> {
                tools.journal().plan(connection, misplaced);
                return true;
            });
        }
    }
}
