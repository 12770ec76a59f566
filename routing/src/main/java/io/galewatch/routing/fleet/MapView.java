package io.galewatch.routing.fleet;

import io.galewatch.routing.map.ShardId;
import io.galewatch.routing.map.ShardMap;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The newest map that this process knows, and where else rows may still lie.
 *
 * @param map the newest map
 * @param settled whether every row is known to be at home under it
 * @param live the maps since the last complete one, or null when they are not known: then a row may lie on any shard
 */
public record MapView(ShardMap map, boolean settled, @Nullable List<ShardMap> live) {

    public MapView {
        live = live == null ? null : List.copyOf(live);
    }

    /**
     * The other shards on which rows of a turbine may still lie, home left out.
     *
     * @param known every shard that has an address here
     */
    public Set<ShardId> elsewhere(String serial, List<ShardId> known) {
        if (settled) {
            return Set.of();
        }
        Set<ShardId> shards = live == null
                ? new TreeSet<>(known)
                : live.stream().map(one -> one.home(serial)).collect(Collectors.toCollection(TreeSet::new));
        shards.remove(map.home(serial));
        return shards;
    }

    /** This view after a newer map was learnt from somewhere else than the routing database. */
    MapView with(ShardMap newer) {
        boolean gapless = newer.epoch() == map.epoch() + 1;
        return new MapView(newer, false,
                live == null || !gapless
                        ? null
                        : java.util.stream.Stream.concat(live.stream(), java.util.stream.Stream.of(newer)).toList());
    }
}
