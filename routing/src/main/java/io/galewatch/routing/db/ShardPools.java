package io.galewatch.routing.db;

import com.zaxxer.hikari.HikariDataSource;
import io.galewatch.routing.map.ShardId;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/** One pool per shard for one role. Every new connection proves fleet and shard before its first use. */
public final class ShardPools implements AutoCloseable {

    private final FleetAddress address;
    private final List<HikariDataSource> pools;

    private ShardPools(FleetAddress address, List<HikariDataSource> pools) {
        this.address = address;
        this.pools = pools;
    }

    /**
     * Opens the pools without waiting for the databases.
     *
     * @param fleetId what every shard must say it belongs to
     * @param applicationName what the servers show, at most 63 bytes
     * @param size most connections per shard
     */
    public static ShardPools open(FleetAddress address, UUID fleetId, Role role, Credentials credentials,
            String applicationName, int size, Limits limits) {
        Function<ShardId, HikariDataSource> open = shard -> Pools.open(new PoolSpec(
                applicationName.replace(':', '-') + " " + shard + " " + role.login(), address.url(shard), role,
                credentials.password(role), applicationName, size, limits, identityProof(fleetId, shard)));
        return new ShardPools(address, address.shards().stream().map(open).toList());
    }

    static String identityProof(UUID fleetId, ShardId shard) {
        return "prove_identity('" + fleetId + "', " + shard.index() + ")";
    }

    public HikariDataSource of(ShardId shard) {
        address.url(shard);
        return pools.get(shard.index());
    }

    public List<ShardId> shards() {
        return address.shards();
    }

    public boolean knows(ShardId shard) {
        return address.knows(shard);
    }

    public List<HikariDataSource> all() {
        return pools;
    }

    /** At the same time: a pool whose database is away takes seconds to give up. */
    @Override
    public void close() {
        try (ExecutorService parallel = Executors.newVirtualThreadPerTaskExecutor()) {
            pools.forEach(pool -> parallel.execute(pool::close));
        }
    }
}
