package io.galewatch.mover.audit;

import io.galewatch.routing.map.ShardId;
import io.galewatch.routing.map.ShardMap;
import io.galewatch.routing.table.Epoch;
import io.galewatch.routing.table.RoutingTable;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.springframework.dao.DataAccessException;

/**
 * Where rows may lie by what the routing database says: at home alone when the rebalance is complete, else also at the homes
 * under the maps since the last complete one.
 *
 * @param newest the newest map
 * @param live the maps since the last complete one, or empty when the routing database did not answer
 */
record Promises(ShardMap newest, List<Epoch> live) {

    static Promises read(RoutingTable routing, ShardMap known) {
        try {
            List<Epoch> live = routing.live();
            ShardMap newest = live.stream().map(Epoch::map).reduce(known, (a, b) -> b.isNewerThan(a) ? b : a);
            return new Promises(newest, live);
        } catch (DataAccessException e) {
            return new Promises(known, List.of());
        }
    }

    boolean isKnown() {
        return !live.isEmpty();
    }

    boolean isComplete() {
        return live.stream().anyMatch(epoch -> epoch.map().equals(newest) && epoch.isComplete());
    }

    ShardId home(String turbine) {
        return newest.home(turbine);
    }

    /** Whether a shard may hold rows of a turbine: when nothing is known, any may. */
    boolean allow(String turbine, ShardId shard) {
        return shard.equals(home(turbine)) || !isKnown()
                || !isComplete() && live.stream().anyMatch(epoch -> epoch.map().home(turbine).equals(shard));
    }

    /** Where a turbine's rows may lie but for its home. */
    List<ShardId> elsewhere(String turbine, List<ShardId> known) {
        if (isComplete()) {
            return List.of();
        }
        Set<ShardId> shards = new LinkedHashSet<>();
        if (isKnown()) {
            live.forEach(epoch -> shards.add(epoch.map().home(turbine)));
        } else {
            shards.addAll(known);
        }
        shards.remove(home(turbine));
        return List.copyOf(shards);
    }

    /** Both views: an epoch may have begun or ended while the audit ran. */
    boolean allow(String turbine, ShardId shard, Promises later) {
        return allow(turbine, shard) || later.allow(turbine, shard);
    }
}
