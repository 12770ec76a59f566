package io.galewatch.routing.db;

import io.galewatch.routing.map.ShardId;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Where the databases are, as seen from this process.
 *
 * @param routingUrl JDBC URL of the routing database
 * @param shardUrls JDBC URLs of every shard that there is, in index order; more than N while one is being added or retired
 */
public record FleetAddress(String routingUrl, List<String> shardUrls) {

    public FleetAddress {
        shardUrls = List.copyOf(shardUrls);
        if (shardUrls.isEmpty()) {
            throw new IllegalArgumentException("at least one shard must have an address");
        }
    }

    public List<ShardId> shards() {
        return IntStream.range(0, shardUrls.size()).mapToObj(ShardId::new).toList();
    }

    public boolean knows(ShardId shard) {
        return shard.index() < shardUrls.size();
    }

    /** @throws IllegalArgumentException when no address is configured for the shard */
    public String url(ShardId shard) {
        if (!knows(shard)) {
            throw new IllegalArgumentException(
                    shard + " has no address: " + shardUrls.size() + " shards are configured");
        }
        return shardUrls.get(shard.index());
    }
}
