package io.galewatch.sim.checker;

import static org.assertj.core.api.Assertions.assertThat;

import io.galewatch.sim.ledger.Ledger;
import io.galewatch.sim.ledger.LedgerEntry;
import io.galewatch.sim.ledger.LedgerReader;
import io.galewatch.sim.postgres.Server;
import io.galewatch.sim.postgres.TestServer;
import io.galewatch.sim.turbines.HistorySeeder;
import io.galewatch.sim.turbines.Reading;
import io.galewatch.sim.turbines.ReadingDigest;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Plants faults with the superuser, triggers off, and expects the checker to find each. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CheckerTest {

    private static final int SHARDS = 3;
    private static final List<String> TURBINES = List.of("AP-0001", "AP-0002", "AP-0163", "Ærø-7", "O'Brien\\1");
    private static final Instant END = Instant.parse("2026-11-29T20:00:00Z");
    private static final int HISTORY = 50;
    private static final int LIVE = 5;
    private static final String VICTIM = "AP-0163";

    @TempDir
    static Path directory = Path.of("");

    private TestServer server = unset();
    private Path ledgerFile = Path.of("");

    @SuppressWarnings("NullAway") // Set before each test of the class.
    private static TestServer unset() {
        return null;
    }

    @BeforeAll
    void start() throws Exception {
        server = TestServer.start(directory);
        for (int index = 0; index < SHARDS; index++) {
            server.createShard(shard(index), index, SHARDS);
        }
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @BeforeEach
    void fill() throws Exception {
        ledgerFile = directory.resolve("ledger-" + System.nanoTime());
        for (int index = 0; index < SHARDS; index++) {
            plant(index, "truncate readings");
        }
        try (Ledger ledger = Ledger.append(ledgerFile)) {
            for (String turbine : TURBINES) {
                try (Connection shard = server.connect(shard(home(turbine)))) {
                    new HistorySeeder(7).seed(shard, turbine, HISTORY, END);
                }
            }
            for (int index = 0; index < SHARDS; index++) {
                try (Connection shard = server.connect(shard(index))) {
                    SeededDigests.take(shard).forEach(ledger::write);
                }
            }
            for (String turbine : TURBINES) {
                for (Reading reading : liveReadings(turbine)) {
                    store(reading, home(turbine));
                    ledger.write(
                            new LedgerEntry.Acknowledged(turbine, reading.at(), ReadingDigest.of(reading)));
                }
            }
        }
    }

    @Test
    void findsNothingWrongWhenEverythingIsAtHome() throws Exception {
        Findings findings = check();
        assertThat(findings.clean()).as(findings.toString()).isTrue();
        assertThat(findings.turbines()).isEqualTo(TURBINES.size());
        assertThat(findings.expected()).isEqualTo(TURBINES.size() * (HISTORY + LIVE));
        assertThat(findings.unexpected()).isZero();
    }

    @Test
    void findsALostRowOfTheHistory() throws Exception {
        plant(home(VICTIM), "delete from readings where turbine_id = 'AP-0163' and read_at = " + instant(END));
        assertThat(check()).satisfies(found -> assertThat(found.lost()).isEqualTo(1),
                found -> assertThat(found.examples().getFirst()).contains("AP-0163"));
    }

    @Test
    void findsALostAcknowledgedReading() throws Exception {
        plant(home(VICTIM), "delete from readings where turbine_id = 'AP-0163' and read_at = " + instant(live(2)));
        assertThat(check().lost()).isEqualTo(1);
    }

    @Test
    void findsAWholeTurbineThatIsGone() throws Exception {
        plant(home(VICTIM), "delete from readings where turbine_id = 'AP-0163'");
        assertThat(check().lost()).isEqualTo(HISTORY + LIVE);
    }

    @Test
    void findsDoubledRows() throws Exception {
        copy(home(VICTIM), other(VICTIM), "turbine_id = 'AP-0163' and read_at >= " + instant(END));
        assertThat(check()).satisfies(found -> assertThat(found.duplicated()).isEqualTo(1 + LIVE),
                found -> assertThat(found.misplaced()).isZero(), found -> assertThat(found.lost()).isZero());
    }

    @Test
    void findsMisplacedRows() throws Exception {
        String where = "turbine_id = 'AP-0163' and read_at <= " + instant(END.minusSeconds(60));
        copy(home(VICTIM), other(VICTIM), where);
        plant(home(VICTIM), "delete from readings where " + where);
        assertThat(check()).satisfies(found -> assertThat(found.misplaced()).isEqualTo(HISTORY - 30),
                found -> assertThat(found.lost()).isZero(), found -> assertThat(found.duplicated()).isZero(),
                found -> assertThat(found.changed()).isZero());
    }

    @Test
    void findsAChangedValueOfTheHistory() throws Exception {
        plant(home(VICTIM),
                "update readings set wind_speed = wind_speed + 1 where turbine_id = 'AP-0163' and read_at = "
                        + instant(END));
        assertThat(check()).satisfies(found -> assertThat(found.changed()).isEqualTo(1),
                found -> assertThat(found.clean()).isFalse());
    }

    @Test
    void findsValuesSwappedBetweenTwoRows() throws Exception {
        plant(home(VICTIM), """
            update readings r set wind_speed = o.wind_speed
              from readings o
             where r.turbine_id = 'AP-0163' and o.turbine_id = 'AP-0163'
               and r.read_at in (%1$s, %2$s) and o.read_at in (%1$s, %2$s) and r.read_at <> o.read_at
            """.formatted(instant(END), instant(END.minusSeconds(2))));
        assertThat(check().changed()).isEqualTo(1);
    }

    @Test
    void findsAValueThatBecameNull() throws Exception {
        plant(home(VICTIM),
                "update readings set energy_total = null where turbine_id = 'AP-0163' and read_at = "
                        + instant(live(0)));
        assertThat(check().changed()).isEqualTo(1);
    }

    @Test
    void countsWhatNobodyWasPromisedAsUnexpectedOnly() throws Exception {
        store(reading("AP-0001", END.plusSeconds(1_000)), home("AP-0001"));
        assertThat(check()).satisfies(found -> assertThat(found.unexpected()).isEqualTo(1),
                found -> assertThat(found.clean()).isTrue());
    }

    @Test
    void findsStraysOfATurbineThatTheLedgerDoesNotKnow() throws Exception {
        Reading stray = reading("AP-9999", END);
        store(stray, (home("AP-9999") + 1) % SHARDS);
        assertThat(check()).satisfies(found -> assertThat(found.misplaced()).isEqualTo(1),
                found -> assertThat(found.unexpected()).isEqualTo(1));
    }

    private Findings check() throws Exception {
        List<ShardAccess> shards = IntStream.range(0, SHARDS).mapToObj(
                i -> new ShardAccess(i, server.url(shard(i)), Server.SUPERUSER, TestServer.PASSWORD)).toList();
        return new Checker(shards, SHARDS, 2).check(new LedgerReader(ledgerFile));
    }

    private static String shard(int index) {
        return "shard_" + index;
    }

    /** Not the checker's SQL: the hash by hand. */
    private static int home(String turbine) throws Exception {
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(
                turbine.getBytes(StandardCharsets.UTF_8));
        return (int) (Integer.toUnsignedLong(ByteBuffer.wrap(hash).getInt()) % SHARDS);
    }

    private static int other(String turbine) throws Exception {
        return (home(turbine) + 1) % SHARDS;
    }

    private static Instant live(int number) {
        return END.plusMillis(1_500 + number * 2_000L);
    }

    private static String instant(Instant at) {
        return "timestamptz '" + at + "'";
    }

    private static List<Reading> liveReadings(String turbine) {
        return IntStream.range(0, LIVE).mapToObj(i -> reading(turbine, live(i))).toList();
    }

    private static Reading reading(String turbine, Instant at) {
        SplittableRandom random = new SplittableRandom(at.toEpochMilli());
        return new Reading(turbine, at, random.nextFloat(), -0.0f, 8.1f, random.nextFloat(), 5, 6, 7, 8, 9, 10, 11, 12,
                random.nextDouble(), Math.PI, 1e300);
    }

    private void store(Reading reading, int shard) throws Exception {
        try (Connection connection = server.connect(shard(shard))) {
            connection.createStatement().execute("alter table readings disable trigger user");
            try (PreparedStatement insert = connection.prepareStatement(
                    "insert into readings values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
                Object[] values = {reading.turbine(), reading.at().atOffset(ZoneOffset.UTC), reading.windSpeed(),
                    reading.windDirection(), reading.airTemperature(), reading.airPressure(),
                    reading.rotorSpeed(), reading.generatorSpeed(), reading.pitchAngle(),
                    reading.nacelleDirection(), reading.gearboxOilTemperature(), reading.generatorTemperature(),
                    reading.gridVoltage(), reading.gridFrequency(), reading.activePower(),
                    reading.reactivePower(), reading.energyTotal()};
                for (int i = 0; i < values.length; i++) {
                    insert.setObject(i + 1, values[i]);
                }
                insert.executeUpdate();
            }
            enableTriggers(connection);
        }
    }

    private void plant(int shard, String sql) throws Exception {
        try (Connection connection = server.connect(shard(shard))) {
            connection.createStatement().execute("alter table readings disable trigger user");
            connection.createStatement().execute(sql);
            enableTriggers(connection);
        }
    }

    private static void enableTriggers(Connection connection) throws Exception {
        connection.createStatement().execute("alter table readings enable trigger user");
    }

    private void copy(int from, int to, String where) throws Exception {
        String rows = query(from,
                "select coalesce(string_agg(format('%s', (r)::text), E'\\n'), '') from readings r where "
                        + where);
        for (String row : rows.split("\n", -1)) {
            plant(to, "insert into readings select (" + literal(row) + "::readings).*");
        }
    }

    private static String literal(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    private String query(int shard, String sql) throws Exception {
        try (Connection connection = server.connect(shard(shard));
                ResultSet row = connection.createStatement().executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }
}
