package io.galewatch.mover.config;

import io.galewatch.routing.db.FleetAddress;
import io.galewatch.routing.map.ShardId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One database of the fleet and its address.
 *
 * @param shard empty for the routing database
 */
public record Database(Optional<ShardId> shard, String url) {

    /** The routing database, then the shards in index order. */
    public static List<Database> all(FleetAddress address) {
        List<Database> all = new ArrayList<>();
        all.add(new Database(Optional.empty(), address.routingUrl()));
        address.shards().forEach(shard -> all.add(new Database(Optional.of(shard), address.url(shard))));
        return List.copyOf(all);
    }

    /** What people call it: {@code routing} or {@code shard-1}. */
    public String name() {
        return shard.map(ShardId::name).orElse("routing");
    }

    @Override
    public String toString() {
        return name() + " (" + url + ")";
    }
}
