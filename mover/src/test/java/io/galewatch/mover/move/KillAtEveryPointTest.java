package io.galewatch.mover.move;

import static org.assertj.core.api.Assertions.assertThat;

import io.galewatch.mover.move.Interruption.Point;
import io.galewatch.routing.map.ShardId;
import io.galewatch.routing.map.ShardMap;
import io.galewatch.routing.testing.TestFleet;
import io.galewatch.routing.testing.TestPostgres;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A mover's process dies at each named point of a move; another one goes on, and nothing is lost, twice or astray. */
class KillAtEveryPointTest {

    private static final String THREE_BATCHES_EACH = """
        select 'AP-' || lpad(t::text, 4, '0') as turbine_id, timestamptz '2026-01-01 00:00Z' + i * interval '2 s' as read_at,
               (t + i * 0.25)::real as wind_speed
          from generate_series(1, 6) t, generate_series(1, 25) i
        """;

    @ParameterizedTest
    @EnumSource(Point.class)
    void anotherMoverGoesOn(Point point) throws Exception {
        anotherMoverGoesOn(point, happensOften(point) ? 2 : 1);
    }

    /** Every turbine has three windows: after the third nothing is left by which the next mover would find it. */
    @Test
    void aTurbineWhoseLastRowHasLeftIsDoneInTheJournalToo() throws Exception {
        anotherMoverGoesOn(Point.DELETE_COMMITTED, 3);
    }

    private static void anotherMoverGoesOn(Point point, int visit) throws Exception {
        try (TestFleet fleet = TestPostgres.shared().createFleet(3, 2)) {
            FleetContents contents = new FleetContents(fleet);
            contents.load(2, THREE_BATCHES_EACH);
            Map<String, Integer> before = contents.rows();
            ShardMap three = new ShardMap(2, 3, UUID.randomUUID());
            fleet.onRouting(
                    "insert into routing_epoch (epoch, shards, map_id, created_by) values (2, 3, '" + three.mapId()
                            + "', 'test')");

            int exit = HaltingMover.run(point, visit, fleet.fleetId(), fleet.address());
            assertThat(exit).isEqualTo(HaltingMover.HALTED);
            String deadToken = fleet.askRouting("select token from mover_claim");
            // How long a lease is waited for is another test's subject.
            fleet.onRouting("update mover_claim set expires_at = clock_timestamp()");

            try (MoverRig next = new MoverRig(fleet.address(), fleet.credentials(), fleet.fleetId(),
                    MoverRig.settings("box-next", 10), Interruption.none()).start()) {
                next.awaitComplete(three);
                contents.mustBe(before, 3);
            }
            for (ShardId shard : fleet.address().shards()) {
                assertThat(fleet.askShard(shard, "select string_agg(turbine_id || ' ' || step, ', ') from turbine_move"
                        + " where source = " + shard.index() + " and step <> 'done'")).as(
                                "unfinished on " + shard).isEqualTo("null");
            }
            assertThat(deadToken).isEqualTo("1");
            assertThat(fleet.askRouting(
                    "select count(*) from claim_grant where token = 2 and owner = 'box-next'")).isEqualTo(
                            point == Point.COMPLETED ? "0" : "1");
        }
    }

    private static boolean happensOften(Point point) {
        return switch (point) {
            case CLAIM_TAKEN, ALL_SEALED, PLANNED, BEFORE_COMPLETE, COMPLETED -> false;
            case ONE_SHARD_SEALED, COPY_FENCED, COPY_ROWS_WRITTEN, COPY_COMMITTED, COPIED, WINDOW_VERIFIED,
                    VERIFIED_UNCOMMITTED, VERIFIED, DELETE_FENCED, ROWS_DELETED, DELETE_COMMITTED, TURBINE_DONE ->
                true;
        };
    }
}
