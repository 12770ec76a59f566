package io.galewatch.mover.migrate;

import io.galewatch.mover.config.Database;
import io.galewatch.mover.config.StartRefusedException;
import io.galewatch.routing.map.ShardId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Which fleet, and which shard of it, a database is: read, compared, written once. */
final class Identities {

    private static final String WHICH = """
        select (select system_identifier from pg_control_system()) || '/' ||
               (select oid from pg_database where datname = current_database())
        """;

    private final Owner owner;
    private final List<Database> databases;

    /** @param databases the routing database first */
    Identities(Owner owner, List<Database> databases) {
        this.owner = owner;
        this.databases = databases;
    }

    /** @throws StartRefusedException two addresses lead to one database: a move would delete what it had just copied */
    void refuseTwins() throws SQLException {
        Map<String, Database> seen = new HashMap<>();
        for (Database database : databases) {
            Database twin = seen.putIfAbsent(owner.in(database, connection -> text(connection, WHICH)), database);
            if (twin != null) {
                throw new StartRefusedException(twin + " and " + database + " are one and the same database.",
                        "Give every shard, and the routing database, a database of its own.");
            }
        }
    }

    /**
     * The fleet's id, made now if there is none. The routing database has it before any shard does, so a shard with one
     * and a routing database without was not left by a migration that was killed: it is the wrong one, or a new one for
     * an old fleet, which has to be said.
     */
    UUID fleet(Optional<UUID> configured) throws SQLException {
        Database routing = databases.getFirst();
        Optional<UUID> stored = owner.in(routing, connection -> uuid(connection, "select fleet_id from fleet"));
        for (Database shard : databases.subList(1, databases.size())) {
            Optional<UUID> its = owner.in(shard, connection -> uuid(connection, "select fleet_id from shard_identity"));
            Optional<UUID> ours = stored.or(() -> configured);
            if (its.isPresent() && !its.equals(ours)) {
                throw mismatch(shard, its.get(), routing, ours);
            }
        }
        if (stored.isPresent() && configured.isPresent() && !stored.equals(configured)) {
            throw new StartRefusedException(
                    routing + " belongs to fleet " + stored.get() + ", but galewatch.fleet-id says " + configured.get()
                            + ".",
                    "Correct galewatch.fleet-id or galewatch.routing.url.");
        }
        UUID wanted = stored.or(() -> configured).orElseGet(UUID::randomUUID);
        return owner.in(routing, connection -> {
            try (PreparedStatement insert = connection.prepareStatement(
                    "insert into fleet (fleet_id) values (?) on conflict do nothing")) {
                insert.setObject(1, wanted);
                insert.executeUpdate();
            }
            // Another migration may have been first: its id is the fleet's.
            return uuid(connection, "select fleet_id from fleet").orElseThrow();
        });
    }

    private static StartRefusedException mismatch(Database shard, UUID its, Database routing, Optional<UUID> ours) {
        return new StartRefusedException(
                shard + " belongs to fleet " + its + ", but " + routing + " "
                        + ours.map(fleet -> "to fleet " + fleet).orElse("to none yet") + ".",
                "Correct the addresses. For a new routing database of an old fleet, set galewatch.fleet-id to " + its
                        + ".");
    }

    /** Writes who a shard is, once. */
    void identify(Database database, UUID fleet) throws SQLException {
        ShardId shard = database.shard().orElseThrow();
        owner.in(database, connection -> {
            try (PreparedStatement insert = connection.prepareStatement(
                    "insert into shard_identity (fleet_id, shard_index) values (?, ?) on conflict do nothing")) {
                insert.setObject(1, fleet);
                insert.setInt(2, shard.index());
                insert.executeUpdate();
            }
            String stored = text(connection, "select fleet_id || ' ' || shard_index from shard_identity");
            if (!stored.equals(fleet + " " + shard.index())) {
                throw new StartRefusedException(
                        database + " is already another shard: it says fleet and index " + stored + ", expected "
                                + fleet + " " + shard.index() + ".",
                        "Two addresses are swapped, or the database belongs to another fleet.");
            }
            return stored;
        });
    }

    static String text(Connection connection, String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql); ResultSet row = statement.executeQuery()) {
            if (!row.next()) {
                throw new SQLException("no row: " + sql);
            }
            return row.getString(1);
        }
    }

    private static Optional<UUID> uuid(Connection connection, String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql); ResultSet row = statement.executeQuery()) {
            return row.next() ? Optional.of(row.getObject(1, UUID.class)) : Optional.empty();
        }
    }
}
