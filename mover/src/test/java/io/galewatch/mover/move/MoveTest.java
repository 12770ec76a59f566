package io.galewatch.mover.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.galewatch.routing.map.ShardMap;
import io.galewatch.routing.testing.TestFleet;
import io.galewatch.routing.testing.TestPostgres;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A rebalance on real databases: edges of batches, odd serials, extreme keys; growing, shrinking, and two movers at once. */
class MoveTest {

    /** Turbines with 0, 1, batch - 1, batch, batch + 1 and several batches of rows, for a batch of 10. */
    private static final String EDGES = """
        select 'AP-' || lpad(t::text, 4, '0') as turbine_id,
               timestamptz '2026-01-01 00:00Z' + i * interval '2 s' as read_at, (t + i * 0.25)::real as wind_speed
          from generate_series(1, 24) t,
               lateral generate_series(1, (array[1, 9, 10, 11, 20, 35])[t % 6 + 1]) i
        union all
        select s, timestamptz '2026-01-01 00:00Z' + i * interval '1 microsecond', i::real
          from unnest(array['O''Brien \\ 1', 'a/b c', 'Ærø-7', '風車-12', '🌬️-1', repeat('x', 200), '%s', '"q"', '-0']) s,
               generate_series(1, 12) i
        union all
        select 'extreme-' || t, k::timestamptz, v::real
          from generate_series(1, 6) t,
               (values ('-infinity', 'NaN'), ('4713-01-01 00:00:00+00 BC', 'Infinity'), ('0001-12-31 23:59:59.999999+00 BC', '-0'),
                       ('1999-12-31 23:59:59.999999+00', '0'), ('2000-01-01 00:00:00+00', null),
                       ('294276-12-31 23:59:59.999999+00', '-Infinity'), ('infinity', '1e-40')) e(k, v)
        """;

    private final TestFleet fleet = TestPostgres.shared().createFleet(3, 2);
    private final FleetContents contents = new FleetContents(fleet);
    private Map<String, Integer> before = Map.of();

    @BeforeEach
    void load() {
        contents.load(2, EDGES);
        before = contents.rows();
    }

    @AfterEach
    void close() {
        fleet.close();
    }

    private MoverRig mover(String box, Interruption interruption) {
        return new MoverRig(fleet.address(), fleet.credentials(), fleet.fleetId(), MoverRig.settings(box, 10),
                interruption);
    }

    private void newEpoch(MoverRig rig, long epoch, int shards) {
        assertThat(rig.routing.record(new ShardMap(epoch, shards, UUID.randomUUID()), "test")).isTrue();
    }

    private void awaitComplete(MoverRig rig, long epoch) {
        await().atMost(Duration.ofSeconds(60)).until(
                () -> rig.routing.newest().filter(e -> e.map().epoch() == epoch && e.isComplete()).isPresent());
    }

    @Test
    void growsShrinksAndGrowsAgain() {
        try (MoverRig rig = mover("box-1", Interruption.none()).start()) {
            for (int[] step : new int[][]{{2, 3}, {3, 2}, {4, 3}, {5, 1}}) {
                newEpoch(rig, step[0], step[1]);
                awaitComplete(rig, step[0]);
                contents.mustBe(before, step[1]);
            }
            assertThat(rig.fencedRejections()).isZero();
        }
        assertThat(fleet.askRouting("select grant_id is null from mover_claim")).as(
                "the idle holder releases").isEqualTo("t");
    }

    @Test
    void twoMoversWithDifferentTokensOnOneTurbineLoseNothingAndTheOlderIsFenced() throws Exception {
        Gate gate = new Gate(Interruption.Point.COPY_COMMITTED);
        try (MoverRig older = mover("box-2", gate); MoverRig newer = mover("box-3", Interruption.none())) {
            newEpoch(older, 2, 3);
            older.start();
            gate.awaitReached();
            // The older one is held between two statements; its lease is taken for over.
            fleet.onRouting("update mover_claim set expires_at = clock_timestamp()");
            newer.start();
            await().atMost(Duration.ofSeconds(20)).until(() -> newer.metrics.grant() != null
                    || newer.routing.newest().orElseThrow().isComplete());
            gate.open();
            awaitComplete(newer, 2);
            await().atMost(Duration.ofSeconds(20)).until(() -> older.fencedRejections() > 0);
            contents.mustBe(before, 3);
        }
        assertThat(fleet.askRouting(
                "select count(*) from fenced_rejection where box = 'box-2' and own_token = 1 and stored_token = 2")).isEqualTo(
                        "1");
    }

    @Test
    void valuesThatDifferUnderOneKeyAreKeptAsConflicts() {
        ShardMap three = new ShardMap(2, 3, UUID.randomUUID());
        String turbine = IntStream.rangeClosed(1, 24).mapToObj("AP-%04d"::formatted).filter(
                one -> one.compareTo("AP-0005") > 0).filter(
                        one -> !three.home(one).equals(fleet.firstMap().home(one))).findFirst().orElseThrow();
        String key = fleet.askShard(fleet.firstMap().home(turbine),
                "select min(read_at) from readings where turbine_id = '" + turbine + "'");
        fleet.onShard(three.home(turbine), "alter table readings disable trigger at_home",
                "insert into readings (turbine_id, read_at, wind_speed) values ('" + turbine + "', '" + key + "', 99)",
                "alter table readings enable always trigger at_home");
        try (MoverRig rig = mover("box-1", Interruption.none()).start()) {
            rig.routing.record(three, "test");
            awaitComplete(rig, 2);
        }
        assertThat(fleet.askShard(three.home(turbine), "select wind_speed from readings where turbine_id = '" + turbine
                + "' and read_at = '" + key + "'")).as("the target's value stays").isEqualTo("99");
        assertThat(fleet.askShard(three.home(turbine),
                "select count(*) from reading_conflict where turbine_id = '" + turbine + "'")).isEqualTo("1");
        assertThat(fleet.askShard(fleet.firstMap().home(turbine),
                "select count(*) from readings where turbine_id = '" + turbine + "'")).isEqualTo("0");
    }
}
