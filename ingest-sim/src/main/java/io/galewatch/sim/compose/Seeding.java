package io.galewatch.sim.compose;

import io.galewatch.sim.checker.SeededDigests;
import io.galewatch.sim.ledger.Ledger;
import io.galewatch.sim.ledger.LedgerEntry;
import io.galewatch.sim.turbines.HistorySeeder;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/**
 * Writes the farm's past to its first homes. Each turbine is one transaction and its promise is written afterwards, so a
 * run that was killed is finished by the next one.
 */
final class Seeding {

    /** Those of the serials that live on a shard and have no row there yet; by plain SQL, as the checker does it. */
    private static final String TO_SEED = """
        select serial
          from unnest(?::text[]) as serial
         where ('x' || encode(substring(sha256(convert_to(serial, 'UTF8')), 1, 4), 'hex'))::bit(32)::bigint % ? = ?
           and not exists (select from readings where turbine_id = serial)
         order by serial
        """;

    private final FleetAddresses fleet;
    private final FleetAddresses.Login owner;
    private final int divisor;

    /**
     * A history.
     *
     * @param end instant of its last row
     */
    record Past(Duration length, Instant end, long seed) {}

    Seeding(FleetAddresses fleet, FleetAddresses.Login owner, int divisor) {
        this.fleet = fleet;
        this.owner = owner;
        this.divisor = divisor;
    }

    /** All shards at once; returns how many rows the turbines have now. */
    long run(List<String> serials, Past past, WhatWasPromised promised, Ledger ledger)
            throws SQLException, InterruptedException {
        List<Callable<Long>> shards = IntStream.range(0, divisor).<Callable<Long>>mapToObj(
                index -> () -> onShard(index, serials, past, promised, ledger)).toList();
        long rows = 0;
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Long> shard : threads.invokeAll(shards)) {
                rows += shard.get();
            }
        } catch (ExecutionException e) {
            throw new SQLException("the history could not be written, run it again: " + e.getMessage(), e);
        }
        return rows;
    }

    private long onShard(int index, List<String> serials, Past past, WhatWasPromised promised, Ledger ledger)
            throws SQLException {
        long rows = 0;
        try (Connection connection = fleet.shard(index, owner)) {
            connection.setAutoCommit(false);
            HistorySeeder seeder = new HistorySeeder(past.seed());
            for (String serial : toSeed(connection, index, serials)) {
                seeder.seed(connection, serial, HistorySeeder.rowsIn(past.length()), past.end());
                connection.commit();
            }
            for (LedgerEntry.Seeded history : SeededDigests.take(connection)) {
                rows += history.rows();
                if (!promised.histories().contains(history.turbine())) {
                    ledger.write(history);
                }
            }
            try (Statement statement = connection.createStatement()) {
                statement.execute("analyze readings");
            }
            connection.commit();
        }
        return rows;
    }

    private List<String> toSeed(Connection connection, int index, List<String> serials) throws SQLException {
        List<String> missing = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(TO_SEED)) {
            statement.setArray(1, connection.createArrayOf("text", serials.toArray()));
            statement.setInt(2, divisor);
            statement.setInt(3, index);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    missing.add(row.getString(1));
                }
            }
        }
        return missing;
    }
}
