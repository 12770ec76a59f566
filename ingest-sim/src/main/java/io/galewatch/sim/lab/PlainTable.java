package io.galewatch.sim.lab;

import io.galewatch.sim.postgres.Server;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** A table with the columns and the key of {@code readings} and without its triggers, for comparisons. */
final class PlainTable {

    static final String NAME = "bench.readings";

    private PlainTable() {}

    /** On every shard; ingest's role may insert. */
    static void createOn(Databases databases) throws SQLException {
        for (Server shard : databases.shards()) {
            try (Connection owner = databases.asOwner(shard); Statement statement = owner.createStatement()) {
                statement.execute("create schema bench");
                statement.execute("create table " + NAME + " (like public.readings including all)");
                statement.execute("grant usage on schema bench to " + Users.INGEST);
                statement.execute("grant insert on " + NAME + " to " + Users.INGEST);
            }
        }
    }
}
