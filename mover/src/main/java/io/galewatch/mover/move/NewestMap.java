package io.galewatch.mover.move;

import io.galewatch.routing.fleet.FleetMap;
import io.galewatch.routing.fleet.ShardMaps;
import io.galewatch.routing.map.ShardId;
import io.galewatch.routing.map.ShardMap;
import io.galewatch.routing.table.Epoch;
import io.galewatch.routing.table.RoutingTable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;

/**
 * The newest map is the highest of the routing database and the shards. The holder writes one that it finds higher on a
 * shard back to the routing database (which was restored, then), and brings every shard in reach to it. From then on
 * nothing is written to the old home of a displaced turbine.
 */
final class NewestMap {

    private static final Logger log = LoggerFactory.getLogger(NewestMap.class);

    private final Move.Tools tools;
    private final RoutingTable routing;
    private final FleetMap fleetMap;

    NewestMap(Move.Tools tools, RoutingTable routing, FleetMap fleetMap) {
        this.tools = tools;
        this.routing = routing;
        this.fleetMap = fleetMap;
    }

    /**
     * Finds the newest map and brings every sealed shard to it.
     *
     * @return empty when one epoch stands for two maps, which only a new epoch settles
     */
    Optional<ShardMap> enforce(List<ShardId> sealed) {
        Map<String, ShardMap> found = new LinkedHashMap<>();
        Optional<ShardMap> recorded = recorded();
        recorded.ifPresent(map -> found.put("the routing database", map));
        sealed.forEach(shard -> found.put(shard.name(), tools.sessions().reading(shard, ShardMaps::read)));
        ShardMap newest = found.values().stream().reduce((a, b) -> b.isNewerThan(a) ? b : a).orElseThrow();
        for (Map.Entry<String, ShardMap> one : found.entrySet()) {
            if (one.getValue().contradicts(newest)) {
                String what = "epoch " + newest.epoch() + " stands for two maps: " + one.getValue() + " at "
                        + one.getKey()
                        + " and " + newest
                        + ". The routing database was probably restored; a new rebalance, with a higher epoch,"
                        + " settles it";
                tools.metrics().error(what);
                log.error(what);
                return Optional.empty();
            }
        }
        if (recorded.isPresent() && newest.isNewerThan(recorded.get()) && !writeBack(newest)) {
            return Optional.empty();
        }
        sealed.forEach(shard -> {
            bring(shard, newest);
            tools.lease().progressed();
        });
        fleetMap.learn(newest);
        return Optional.of(newest);
    }

    /** What the routing database says; empty when it does not answer: the holder carries on with what the shards know. */
    private Optional<ShardMap> recorded() {
        try {
            return routing.newest().map(Epoch::map);
        } catch (DataAccessException e) {
            log.warn("routing database does not answer; going by the map of the shards");
            return Optional.empty();
        }
    }

    private boolean writeBack(ShardMap newest) {
        try {
            log.warn(
                    "{} is known to the shards and not to the routing database, which was restored, then: written back",
                    newest);
            return routing.record(newest, "learnt from a shard by " + tools.grant().owner());
        } catch (DataAccessException e) {
            log.warn("could not write {} back to the routing database; tried again", newest, e);
            return true;
        }
    }

    private void bring(ShardId shard, ShardMap newest) {
        ShardMap obeyed = tools.sessions().offer(shard, newest);
        if (!obeyed.equals(newest)) {
            throw new StaleMapException(shard, newest, obeyed.toString());
        }
        tools.metrics().mapAt(shard, newest.epoch());
    }
}
