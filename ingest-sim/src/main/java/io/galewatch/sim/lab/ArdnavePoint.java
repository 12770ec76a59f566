package io.galewatch.sim.lab;

import io.galewatch.sim.checker.SeededDigests;
import io.galewatch.sim.ledger.Ledger;
import io.galewatch.sim.ledger.LedgerEntry;
import io.galewatch.sim.postgres.Server;
import io.galewatch.sim.turbines.HistorySeeder;
import io.galewatch.sim.turbines.Serials;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/** Puts the farm's history on its first shards and its digests into the ledger. */
public final class ArdnavePoint {

    private static final String HOMES = """
        select serial,
               ('x' || encode(substring(sha256(convert_to(serial, 'UTF8')), 1, 4), 'hex'))::bit(32)::bigint %% %d,
               ('x' || encode(substring(sha256(convert_to(serial, 'UTF8')), 1, 4), 'hex'))::bit(32)::bigint %% %d
          from unnest(?::text[]) as serial
         order by serial
        """;

    /**
     * The farm to seed.
     *
     * @param giant rows of one turbine that moves, instead of the usual history; 0 for none
     * @param longer rows of turbines that have a longer history than the others, by serial
     */
    public record Plan(int turbines, Duration history, long giant, Map<String, Long> longer, long seed) {

        public Plan {
            longer = Map.copyOf(longer);
        }

        /** Every turbine but the giant has the same history. */
        public Plan(int turbines, Duration history, long giant, long seed) {
            this(turbines, history, giant, Map.of(), seed);
        }
    }

    /** A turbine's home before and after. */
    private record Address(String serial, int from, int to) {

        boolean displaced() {
            return from != to;
        }
    }

    private final FleetSettings settings;
    private final Databases databases;

    public ArdnavePoint(FleetSettings settings, Databases databases) {
        this.settings = settings;
        this.databases = databases;
    }

    /** Turbines whose home is another one after the rebalance, by the lab's own SQL. */
    public long displaced() throws SQLException {
        return displaced(settings.from(), settings.to());
    }

    /** Turbines whose home under the one N is another one than under the other. */
    public long displaced(int before, int after) throws SQLException {
        return addresses(before, after).stream().filter(Address::displaced).count();
    }

    /** Turbines whose home is this shard, by its index, under a map of as many shards as before or after. */
    List<String> at(int shard, int shards) throws SQLException {
        return addresses(settings.from(), settings.to()).stream().filter(
                address -> (shards == settings.from() ? address.from() : address.to()) == shard).map(
                        Address::serial).toList();
    }

    /** Seeds all shards at once and returns the number of rows. */
    public long seed(Plan plan, Instant end, Ledger ledger) throws SQLException {
        List<Address> addresses = addresses(settings.from(), settings.to());
        String giant = plan.giant() == 0
                ? ""
                : addresses.stream().filter(Address::displaced).map(Address::serial).findFirst().orElse("");
        AtomicLong rows = new AtomicLong();
        List<Integer> shards = IntStream.range(0, settings.from()).boxed().toList();
        Together.forEach(shards, index -> {
            List<String> serials = addresses.stream().filter(address -> address.from() == index).map(
                    Address::serial).toList();
            try (Connection owner = databases.asOwner(databases.shards().get(index))) {
                HistorySeeder seeder = new HistorySeeder(plan.seed());
                for (String serial : serials) {
                    long usual = plan.longer().getOrDefault(serial, HistorySeeder.rowsIn(plan.history()));
                    long wanted = serial.equals(giant) ? plan.giant() : usual;
                    seeder.seed(owner, serial, wanted, end);
                }
                for (LedgerEntry.Seeded digest : SeededDigests.take(owner)) {
                    ledger.write(digest);
                    rows.addAndGet(digest.rows());
                }
                analyze(owner);
            }
        });
        return rows.get();
    }

    private static void analyze(Connection owner) throws SQLException {
        try (Statement statement = owner.createStatement()) {
            statement.execute("analyze readings");
        }
    }

    private List<Address> addresses(int before, int after) throws SQLException {
        List<Address> addresses = new ArrayList<>();
        Server routing = databases.routing();
        try (Connection connection = databases.asOwner(routing);
                PreparedStatement statement = connection.prepareStatement(
                        HOMES.formatted(before, after))) {
            statement.setArray(1,
                    connection.createArrayOf("text", Serials.ardnavePoint(settings.turbines()).toArray()));
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    addresses.add(new Address(row.getString(1), row.getInt(2), row.getInt(3)));
                }
            }
        }
        return addresses;
    }
}
