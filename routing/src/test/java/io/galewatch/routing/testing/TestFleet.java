package io.galewatch.routing.testing;

import com.zaxxer.hikari.HikariDataSource;
import io.galewatch.routing.db.Credentials;
import io.galewatch.routing.db.FleetAddress;
import io.galewatch.routing.db.Limits;
import io.galewatch.routing.db.PoolSpec;
import io.galewatch.routing.db.Pools;
import io.galewatch.routing.db.Role;
import io.galewatch.routing.db.ShardPools;
import io.galewatch.routing.map.ShardId;
import io.galewatch.routing.map.ShardMap;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** One fleet of databases on the tests' server. Closing drops them, and the pools that were opened here. */
public final class TestFleet implements AutoCloseable {

    private final TestPostgres server;
    private final FleetAddress address;
    private final UUID fleetId;
    private final ShardMap firstMap;
    private final List<String> databases;
    private final List<AutoCloseable> opened = new ArrayList<>();

    TestFleet(TestPostgres server, FleetAddress address, UUID fleetId, ShardMap firstMap, List<String> databases) {
        this.server = server;
        this.address = address;
        this.fleetId = fleetId;
        this.firstMap = firstMap;
        this.databases = databases;
    }

    public FleetAddress address() {
        return address;
    }

    public Credentials credentials() {
        return TestPostgres.CREDENTIALS;
    }

    public UUID fleetId() {
        return fleetId;
    }

    /** Epoch 1. */
    public ShardMap firstMap() {
        return firstMap;
    }

    /** A pool on the routing database. */
    public HikariDataSource routing(Role role) {
        return keep(Pools.open(new PoolSpec("test routing " + role.login(), address.routingUrl(), role,
                credentials().password(role), "test", 8, limits(), "prove_fleet('" + fleetId + "')")));
    }

    /** Pools on every shard. */
    public ShardPools shards(Role role) {
        return keep(ShardPools.open(address, fleetId, role, credentials(), "test", 8, limits()));
    }

    public static Limits limits() {
        return Limits.forStep(Duration.ofSeconds(5), Duration.ofSeconds(10));
    }

    public Connection routingSuperuser() {
        return server.superuser(address.routingUrl());
    }

    public Connection shardSuperuser(ShardId shard) {
        return server.superuser(address.url(shard));
    }

    /** Runs statements on the routing database as superuser. */
    public void onRouting(String... statements) {
        execute(routingSuperuser(), statements);
    }

    /** Runs statements on a shard as superuser. */
    public void onShard(ShardId shard, String... statements) {
        execute(shardSuperuser(shard), statements);
    }

    /** The first column of the first row of a query on a shard, as text. */
    public String askShard(ShardId shard, String sql) {
        return ask(shardSuperuser(shard), sql);
    }

    /** The first column of the first row of a query on the routing database, as text. */
    public String askRouting(String sql) {
        return ask(routingSuperuser(), sql);
    }

    private static void execute(Connection opened, String... statements) {
        try (Connection connection = opened; Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(String.join("; ", statements), e);
        }
    }

    private static String ask(Connection opened, String sql) {
        try (Connection connection = opened;
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            return row.next() ? String.valueOf(row.getString(1)) : "no row";
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    private <T extends AutoCloseable> T keep(T resource) {
        opened.add(resource);
        return resource;
    }

    @Override
    public void close() {
        for (AutoCloseable resource : opened.reversed()) {
            try {
                resource.close();
            } catch (Exception e) {
                throw new IllegalStateException("a pool of the test does not close", e);
            }
        }
        databases.forEach(server::drop);
    }
}
