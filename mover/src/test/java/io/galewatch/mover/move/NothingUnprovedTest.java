package io.galewatch.mover.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.galewatch.mover.move.Interruption.Point;
import io.galewatch.routing.map.ShardId;
import io.galewatch.routing.map.ShardMap;
import io.galewatch.routing.table.MoverRequest;
import io.galewatch.routing.table.MoverRequest.Keep;
import io.galewatch.routing.table.MoverRequests;
import io.galewatch.routing.testing.TestFleet;
import io.galewatch.routing.testing.TestPostgres;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Somebody or something changes rows or tables behind the mover's back, in the middle of a move: every value that was ever
 * there is afterwards at home, in the conflict table, or still on the source of a turbine that was set aside.
 */
class NothingUnprovedTest {

    private static final int ROWS = 55;

    private final TestFleet fleet = TestPostgres.shared().createFleet(3, 2);
    private final FleetContents contents = new FleetContents(fleet);
    private final ShardMap three = new ShardMap(2, 3, UUID.randomUUID());
    private final String turbine = IntStream.rangeClosed(1, 8).mapToObj("AP-%04d"::formatted).filter(
            one -> !three.home(one).equals(fleet.firstMap().home(one))).findFirst().orElseThrow();
    private final ShardId source = fleet.firstMap().home(turbine);
    private final ShardId target = three.home(turbine);
    private Map<String, Integer> before = Map.of();
    private int rowsOfAStep = 10;

    @BeforeEach
    void load() {
        contents.load(2,
                """
                    select 'AP-' || lpad(t::text, 4, '0') as turbine_id, timestamptz '2026-01-01 00:00Z' + i * interval '2 s' as read_at,
                           i::real as wind_speed from generate_series(1, 8) t, generate_series(1, %d) i
                    """.formatted(
                        ROWS));
        before = contents.rows();
    }

    @AfterEach
    void close() {
        fleet.close();
    }

    private MoverRig mover(Interruption interruption) {
        return new MoverRig(fleet.address(), fleet.credentials(), fleet.fleetId(),
                MoverRig.settings("box-1", rowsOfAStep), interruption);
    }

    /** Every other turbine is at home, and this one waits with its reason. */
    private String awaitSetAside(ShardId shard) {
        String sql = "select problem from turbine_move where step = 'set-aside' and turbine_id = '" + turbine + "'";
        await().atMost(Duration.ofSeconds(60)).until(() -> !fleet.askShard(shard, sql).equals("no row"));
        return fleet.askShard(shard, sql);
    }

    private long at(ShardId shard, String where) {
        return Long.parseLong(fleet.askShard(shard, "select count(*) from readings where turbine_id = '" + turbine
                + "' and " + where));
    }

    /** Runs a rebalance, and the statement at a named place of the first turbine's move. */
    private void rebalanceWith(Point point, ShardId shard, String... statements) throws Exception {
        Gate gate = new Gate(point);
        try (MoverRig rig = mover(gate)) {
            rig.routing.record(three, "test");
            rig.start();
            gate.awaitReached();
            fleet.onShard(shard, "alter table readings disable trigger at_home");
            fleet.onShard(shard, statements);
            fleet.onShard(shard, "alter table readings enable always trigger at_home");
            gate.open();
            rig.awaitComplete(three);
        }
    }

    @Test
    void aValueChangedOnTheTargetAfterTheCopyDoesNotReplaceTheSources() throws Exception {
        rebalanceWith(Point.COPIED, target, "update readings set wind_speed = 99 where turbine_id = '" + turbine
                + "' and wind_speed = 13");
        assertThat(fleet.askShard(target, "select wind_speed from reading_conflict where turbine_id = '" + turbine
                + "'")).as("the source's value").isEqualTo("13");
        assertThat(at(target, "wind_speed = 99")).isEqualTo(1);
        assertThat(at(source, "true")).isZero();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        wind_speed = 27 - wind_speed                             | wind_speed in (13, 14) | 2
        wind_direction = wind_speed, wind_speed = wind_direction | wind_speed = 13        | 1
        rotor_speed = wind_speed, wind_speed = null              | wind_speed = 13        | 1
        rotor_speed = 'NaN'                                      | wind_speed = 13        | 1
        generator_speed = 0, rotor_speed = 0                     | wind_speed = 13        | 1
        wind_speed = 'NaN'                                       | wind_speed in (13, 14) | 2
        """)
    void valuesThatChangePlacesBetweenRowsOrColumnsOrComeFromNullAreNoticed(String set, String where, int rows)
            throws Exception {
        fleet.onShard(source, "update readings set wind_direction = 270 where turbine_id = '" + turbine + "'");
        rebalanceWith(Point.COPIED, target,
                "update readings set " + set + " where turbine_id = '" + turbine + "' and " + where);
        assertThat(fleet.askShard(target, "select count(*) from reading_conflict where turbine_id = '" + turbine
                + "'")).isEqualTo(Integer.toString(rows));
    }

    @Test
    void aRowTakenFromTheTargetAfterTheCopyIsCopiedAgain() throws Exception {
        rebalanceWith(Point.COPIED, target, "delete from readings where turbine_id = '" + turbine
                + "' and wind_speed in (1, 20, 21, " + ROWS + ")");
        contents.mustBe(before, 3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2026-01-01 00:00:01Z", "2026-02-01Z", "infinity", "-infinity"})
    void aRowAddedToTheSourceAfterItWasVerifiedIsMovedToo(String at) throws Exception {
        rebalanceWith(Point.VERIFIED, source, "insert into readings (turbine_id, read_at, wind_speed) values ('"
                + turbine + "', '" + at + "', 77)");
        assertThat(at(target, "wind_speed = 77 and read_at = '" + at + "'")).isEqualTo(1);
        assertThat(at(target, "true")).isEqualTo(ROWS + 1);
        assertThat(at(source, "true")).isZero();
    }

    @Test
    void aRowTakenFromTheSourceAfterItWasVerifiedIsNoReasonToStop() throws Exception {
        rebalanceWith(Point.VERIFIED, source, "delete from readings where turbine_id = '" + turbine
                + "' and wind_speed = 13");
        contents.mustBe(before, 3);
    }

    /** Every 10th row vanishes as it is written, without an error. */
    @Test
    void aTargetThatSilentlyDropsRowsSetsTheTurbineAsideAndDeletesNothing() {
        fleet.onShard(target, """
            create function drops() returns trigger language plpgsql as
            $$ begin return case when new.wind_speed::integer % 10 = 0 then null else new end; end $$
            """, "create trigger drops before insert on readings for each row execute function drops()");
        try (MoverRig rig = mover(Interruption.none()).start()) {
            rig.routing.record(three, "test");
            assertThat(awaitSetAside(source)).contains("after 2 repairs", "drops or changes rows");
            assertThat(at(source, "true")).isEqualTo(ROWS);
            fleet.onShard(target, "drop trigger drops on readings");
            retry(rig);
            rig.awaitComplete(three);
            contents.mustBe(before, 3);
        }
    }

    private MoverRequest retry(MoverRig rig) {
        for (String one : IntStream.rangeClosed(1, 8).mapToObj("AP-%04d"::formatted).toList()) {
            rig.requests.retry(one, "test");
        }
        return awaitAnswer(rig.requests, rig.requests.retry(turbine, "test"));
    }

    private static MoverRequest awaitAnswer(MoverRequests requests, long id) {
        await().atMost(Duration.ofSeconds(60)).until(
                () -> requests.find(id).orElseThrow().finishedAt() != null);
        return requests.find(id).orElseThrow();
    }

    @Test
    void anotherColumnOrderChangesNothing() {
        fleet.onShard(target, "alter table readings drop column wind_direction",
                "alter table readings add column wind_direction real",
                "alter table reading_conflict drop column wind_direction",
                "alter table reading_conflict add column wind_direction real");
        fleet.onShard(source, "update readings set wind_direction = wind_speed + 0.5");
        Map<String, Integer> byName = contents.byName();
        try (MoverRig rig = mover(Interruption.none()).start()) {
            rig.routing.record(three, "test");
            rig.awaitComplete(three);
        }
        assertThat(contents.byName()).isEqualTo(byName);
        assertThat(at(source, "true")).isZero();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        target | alter table readings drop column grid_frequency                         | grid_frequency: real against (no such column)
        source | alter table readings add column torque real                             | torque: real against (no such column)
        target | alter table readings alter column wind_speed type double precision      | wind_speed: real against double precision
        target | alter table readings alter column wind_speed set not null               | wind_speed: real against real not null
        both   | alter table readings add column note json                               | no hash for note json
        target | alter table reading_conflict drop column wind_speed                     | reading_conflict on the target lacks wind_speed real
        """)
    void tablesThatDifferOrCantBeComparedAreRefusedBeforeTheFirstRow(String where, String change, String reason) {
        if (!where.equals("target")) {
            fleet.onShard(source, change);
        }
        if (!where.equals("source")) {
            fleet.onShard(target, change);
        }
        try (MoverRig rig = mover(Interruption.none()).start()) {
            rig.routing.record(three, "test");
            assertThat(awaitSetAside(source)).contains(reason);
            assertThat(at(source, "true")).isEqualTo(ROWS);
            assertThat(at(target, "true")).isZero();
        }
    }

    @Test
    void generatedColumnsEnumsAndNumericsAreMovedAndCompared() {
        for (ShardId shard : fleet.address().shards()) {
            // Another oid for the same enum: its hash differs between the databases, its text does not.
            fleet.onShard(shard, "create type filler" + shard.index() + " as enum ('x')",
                    "create type state as enum ('up', 'down')",
                    "alter table readings add column state state default 'up', add column price numeric default 1.00,"
                            + " add column doubled real generated always as (wind_speed * 2) stored",
                    "alter table reading_conflict add column state state, add column price numeric, add column doubled real");
        }
        Map<String, Integer> all = contents.byName();
        try (MoverRig rig = mover(Interruption.none()).start()) {
            rig.routing.record(three, "test");
            rig.awaitComplete(three);
        }
        assertThat(contents.byName()).isEqualTo(all);
        assertThat(at(target, "doubled = wind_speed * 2 and state = 'up' and price::text = '1.00'")).isEqualTo(ROWS);
    }

    private record Changed(String type, String from, String to) {}

    private static final List<Changed> OF_EVERY_TYPE = List.of(new Changed("boolean", "false", "true"),
            new Changed("smallint", "1", "2"), new Changed("bigint", "1", "2"), new Changed("oid", "1", "2"),
            new Changed("bytea", "\\x01", "\\x02"), new Changed("date", "2026-01-01", "infinity"),
            new Changed("time", "10:00", "11:00"), new Changed("timetz", "10:00+01", "11:00+02"),
            new Changed("timestamp", "2026-01-01", "-infinity"), new Changed("interval", "1 day", "24 hours"),
            new Changed("inet", "10.0.0.1", "10.0.0.1/8"),
            new Changed("macaddr", "08:00:2b:01:02:03", "08:00:2b:01:02:04"),
            new Changed("pg_lsn", "0/1", "0/2"), new Changed("\"char\"", "a", "b"),
            new Changed("uuid", new UUID(0, 1).toString(), new UUID(0, 2).toString()),
            new Changed("text collate anycase", "a", "A"),
            new Changed("varchar(9)", "a", "A"), new Changed("char(9)", "a", "A"),
            new Changed("numeric", "1.0", "1.00"),
            new Changed("jsonb", "1.0", "1.00"));

    /** One row for each type: the value that the target has after the copy is another one, if only in its form. */
    @Test
    void aValueOfAnyTypeThatChangesIsNoticed() throws Exception {
        List<String> changes = new ArrayList<>();
        fleet.address().shards().forEach(shard -> fleet.onShard(shard, "create collation anycase (provider = icu,"
                + " locale = 'und-u-ks-level2', deterministic = false)"));
        for (Changed value : OF_EVERY_TYPE) {
            String column = "v" + changes.size();
            for (ShardId shard : fleet.address().shards()) {
                fleet.onShard(shard,
                        "alter table readings add column %s %s default '%s'".formatted(column, value.type(),
                                value.from()),
                        "alter table reading_conflict add column %s %s".formatted(column, value.type()));
            }
            changes.add("update readings set %s = '%s' where turbine_id = '%s' and wind_speed = %d".formatted(column,
                    value.to(), turbine, changes.size() + 1));
        }
        before = contents.rows();
        // Each in a window of its own: a window that differs is looked at more closely than by digests.
        rowsOfAStep = 1;
        rebalanceWith(Point.COPIED, target, changes.toArray(String[]::new));
        assertThat(fleet.askShard(target,
                "select string_agg(wind_speed::text, ' ' order by wind_speed) from reading_conflict")).isEqualTo(
                        IntStream.rangeClosed(1, changes.size()).mapToObj(Integer::toString).collect(
                                Collectors.joining(" ")));
    }

    @Test
    void aColumnAddedInTheMiddleOfAMoveStopsTheTurbineBeforeAValueIsLost() throws Exception {
        Gate gate = new Gate(Point.COPY_COMMITTED);
        try (MoverRig rig = mover(gate)) {
            rig.routing.record(three, "test");
            rig.start();
            gate.awaitReached();
            fleet.onShard(source, "alter table readings add column torque real", "update readings set torque = 1");
            gate.open();
            assertThat(awaitSetAside(source)).contains("changed in the middle of the move");
            assertThat(at(source, "torque = 1")).isEqualTo(ROWS);
            fleet.onShard(source, "alter table reading_conflict add column torque real");
            for (ShardId shard : fleet.address().shards()) {
                if (!shard.equals(source)) {
                    fleet.onShard(shard, "alter table readings add column torque real",
                            "alter table reading_conflict add column torque real");
                }
            }
            retry(rig);
            rig.awaitComplete(three);
        }
        assertThat(at(target, "true")).isEqualTo(ROWS);
        // The rows that were copied before the column came are there without it: the source's are kept.
        assertThat(at(target, "torque = 1") + Long.parseLong(fleet.askShard(target,
                "select count(*) from reading_conflict where torque = 1 and turbine_id = '" + turbine
                        + "'"))).isEqualTo(
                                ROWS);
    }

    /** Values that lost their key, each settled as it was decided, and the losers kept. */
    @Test
    void conflictsAreSettledByRowAndByTurbineAndTheLosersAreKept() {
        plantOnTarget("wind_speed in (3, 4, 5)", 90);
        try (MoverRig rig = mover(Interruption.none()).start()) {
            rig.routing.record(three, "test");
            rig.awaitComplete(three);
            String at = fleet.askShard(target, "select read_at::text from readings where turbine_id = '" + turbine
                    + "' and wind_speed = 93");
            assertThat(awaitAnswer(rig.requests,
                    rig.requests.resolve(turbine, at, Keep.SOURCE, "ada")).outcome()).startsWith("1 readings settled");
            assertThat(at(target, "wind_speed = 3")).isEqualTo(1);
            assertThat(at(target, "wind_speed = 93")).isZero();
            assertThat(awaitAnswer(rig.requests,
                    rig.requests.resolve(turbine, null, Keep.TARGET, "bob")).outcome()).startsWith(
                            "2 readings settled");
        }
        assertThat(at(target, "wind_speed in (94, 95)")).isEqualTo(2);
        assertThat(fleet.askShard(target,
                "select string_agg(side || ' ' || wind_speed || ' ' || kept || ' ' || settled_by,"
                        + " ', ' order by wind_speed) from reading_conflict where settled_token > 0")).isEqualTo(
                                "source 3 source ada, source 4 target bob, source 5 target bob, target 93 source ada");
    }

    @Test
    void moreConflictsThanAreTakenForAccidentsSetTheTurbineAsideUntilItIsResolved() {
        MoveSettings few = MoverRig.settings("box-1", 10, 3);
        plantOnTarget("true", 1000);
        try (MoverRig rig = new MoverRig(fleet.address(), fleet.credentials(), fleet.fleetId(), few,
                Interruption.none()).start()) {
            rig.routing.record(three, "test");
            assertThat(awaitSetAside(source)).contains("more than 3 are not taken for accidents");
            assertThat(at(source, "true")).isEqualTo(ROWS);
            assertThat(awaitAnswer(rig.requests,
                    rig.requests.resolve(turbine, null, Keep.SOURCE, "ada")).outcome()).contains(
                            ROWS + " readings settled", "moved home");
            rig.awaitComplete(three);
        }
        contents.mustBe(before, 3);
        assertThat(fleet.askShard(target, "select count(*) from reading_conflict where side = 'target'")).isEqualTo(
                String.valueOf(ROWS));
    }

    /** Rows of the turbine that are on the target already, with other values. */
    private void plantOnTarget(String where, int more) {
        Map<String, String> rows = new TreeMap<>();
        for (String row : fleet.askShard(source, "select string_agg(read_at || '|' || wind_speed, ';') from readings"
                + " where turbine_id = '" + turbine + "' and " + where).split(";")) {
            rows.put(row.substring(0, row.indexOf('|')), row.substring(row.indexOf('|') + 1));
        }
        fleet.onShard(target, "alter table readings disable trigger at_home");
        rows.forEach((at, value) -> fleet.onShard(target,
                "insert into readings (turbine_id, read_at, wind_speed) values ('" + turbine + "', '" + at + "', "
                        + value
                        + " + " + more + ")"));
        fleet.onShard(target, "alter table readings enable always trigger at_home");
    }

    /** SQL takes -0 for 0; a value is a value. */
    @Test
    void theSignOfAZeroIsNotLost() {
        fleet.onShard(source, "update readings set wind_speed = '-0' where turbine_id = '" + turbine
                + "' and wind_speed in (7, 8)");
        fleet.onShard(target, "alter table readings disable trigger at_home",
                "insert into readings (turbine_id, read_at,"
                        + " wind_speed) values ('" + turbine + "', '2026-01-01 00:00:14Z', 0)",
                "alter table readings enable always trigger at_home");
        try (MoverRig rig = mover(Interruption.none()).start()) {
            rig.routing.record(three, "test");
            rig.awaitComplete(three);
        }
        assertThat(at(target, "wind_speed::text = '-0'")).isEqualTo(1);
        assertThat(fleet.askShard(target, "select wind_speed::text from reading_conflict")).isEqualTo("-0");
    }
}
