package io.galewatch.routing.testing;

import io.galewatch.routing.db.Credentials;
import io.galewatch.routing.db.FleetAddress;
import io.galewatch.routing.db.Role;
import io.galewatch.routing.map.ShardMap;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.flywaydb.core.Flyway;

/**
 * The server of this JVM's tests. Fleets are made on it from template databases, so that a fleet costs a fraction of a
 * second. The schema comes from {@code sql/}, applied by an owner that is no superuser, as in real life.
 */
public final class TestPostgres {

    public static final String OWNER = "galewatch_owner";
    public static final String OWNER_PASSWORD = "owner-of-the-tests";

    /** Passwords of the three roles: the same for every fleet, since roles belong to the server. */
    public static final Credentials CREDENTIALS = new Credentials(Map.of(Role.MOVER, "mover-of-the-tests",
            Role.INGEST, "ingest-of-the-tests", Role.READER, "reader-of-the-tests"));

    private static final String ROUTING = "template_routing";
    private static final String SHARD = "template_shard";

    private final TestServer server;
    private final AtomicInteger fleets = new AtomicInteger();

    private TestPostgres() {
        server = TestServer.start();
        server.execute("postgres",
                "create role " + OWNER + " login createrole password '" + OWNER_PASSWORD + "'");
        createDatabase(ROUTING);
        createDatabase(SHARD);
        migrate(ROUTING, "routing");
        migrate(SHARD, "shard");
        for (Role role : Role.values()) {
            server.execute("postgres",
                    "alter role " + role.login() + " login password '" + CREDENTIALS.password(role) + "'");
        }
    }

    private static final class Holder {
        private static final TestPostgres SHARED = new TestPostgres();
    }

    /** Started at the first call; it ends with the JVM. */
    public static TestPostgres shared() {
        return Holder.SHARED;
    }

    /** The top of the repository. */
    public static Path repositoryRoot() {
        String given = System.getProperty("repo.root");
        if (given != null) {
            return Path.of(given);
        }
        Path here = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(here.resolve("sql/shard"))) {
            here = here.getParent();
            if (here == null) {
                throw new IllegalStateException("not run inside the repository, and repo.root is not set");
            }
        }
        return here;
    }

    /**
     * A new fleet, ready to work: migrated, with fleet id, identities, registered shards and epoch 1.
     *
     * @param shards how many shard databases there are
     * @param n the divisor of epoch 1
     */
    public TestFleet createFleet(int shards, int n) {
        int number = fleets.incrementAndGet();
        String routing = "fleet" + number + "_routing";
        List<String> names = IntStream.rangeClosed(1, shards).mapToObj(
                i -> "fleet" + number + "_shard" + i).toList();
        UUID fleetId = UUID.randomUUID();
        ShardMap first = new ShardMap(1, n, UUID.randomUUID());
        createDatabase(routing, ROUTING);
        server.execute(routing, "insert into fleet (fleet_id) values ('" + fleetId + "')",
                "insert into shard (shard_index, name) select i, 'shard-' || i + 1 from generate_series(0, "
                        + (shards - 1) + ") i",
                "insert into routing_epoch (epoch, shards, map_id, created_by, completed_at) values (1, " + n + ", '"
                        + first.mapId() + "', 'test', clock_timestamp())");
        for (int i = 0; i < shards; i++) {
            createDatabase(names.get(i), SHARD);
            server.execute(names.get(i),
                    "insert into shard_identity (fleet_id, shard_index) values ('" + fleetId + "', " + i + ")",
                    "insert into shard_map (epoch, shards, map_id) values (1, " + n + ", '" + first.mapId() + "')");
        }
        FleetAddress address = new FleetAddress(server.url(routing), names.stream().map(server::url).toList());
        List<String> all = new ArrayList<>(List.of(routing));
        all.addAll(names);
        return new TestFleet(this, address, fleetId, first, all);
    }

    /**
     * Databases of a fleet that {@code migrate} has not seen: empty, owned by {@link #OWNER}.
     *
     * @return address of a routing database and of that many shards
     */
    public FleetAddress createEmptyDatabases(int shards) {
        int number = fleets.incrementAndGet();
        List<String> names = IntStream.rangeClosed(0, shards).mapToObj(i -> "empty" + number + "_" + i).toList();
        names.forEach(this::createDatabase);
        return new FleetAddress(server.url(names.getFirst()),
                names.stream().skip(1).map(server::url).toList());
    }

    /** A connection of the superuser to the database of a URL that this class has given. */
    public Connection superuser(String url) {
        return server.superuser(url.substring(url.lastIndexOf('/') + 1));
    }

    void drop(String database) {
        server.execute("postgres", "drop database if exists " + database + " with (force)");
    }

    private void createDatabase(String name) {
        createDatabase(name, "template0");
    }

    private void createDatabase(String name, String template) {
        server.execute("postgres", "create database " + name + " template " + template + " owner " + OWNER);
    }

    private void migrate(String database, String scripts) {
        Flyway.configure().dataSource(server.url(database), OWNER, OWNER_PASSWORD).locations(
                "filesystem:" + repositoryRoot().resolve("sql").resolve(scripts)).load().migrate();
    }
}
