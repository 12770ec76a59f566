package io.galewatch.mover.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.galewatch.mover.move.Interruption.Point;
import io.galewatch.routing.claim.Grant;
import io.galewatch.routing.db.Role;
import io.galewatch.routing.fleet.ShardMaps;
import io.galewatch.routing.map.ShardId;
import io.galewatch.routing.map.ShardMap;
import io.galewatch.routing.testing.TestFleet;
import io.galewatch.routing.testing.TestPostgres;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Each of the three guards on a move alone, with nothing else to save the day: the seal before anything, the map at the end
 * of a batch, the digest of what is deleted. The patches in {@code build/mutations} take one away each, and go red here.
 */
class GuardsTest {

    private final TestFleet fleet = TestPostgres.shared().createFleet(3, 2);
    private final FleetContents contents = new FleetContents(fleet);
    private final ShardMap three = new ShardMap(2, 3, UUID.randomUUID());
    private Map<String, Integer> before = Map.of();

    @BeforeEach
    void load() {
        contents.load(2,
                """
                    select 'AP-' || lpad(t::text, 4, '0') as turbine_id, timestamptz '2026-01-01 00:00Z' + i * interval '2 s' as read_at,
                           i::real as wind_speed from generate_series(1, 8) t, generate_series(1, 25) i
                    """);
        before = contents.rows();
    }

    @AfterEach
    void close() {
        fleet.close();
    }

    private MoverRig mover(Interruption interruption) {
        return new MoverRig(fleet.address(), fleet.credentials(), fleet.fleetId(), MoverRig.settings("box-1", 10),
                interruption);
    }

    /** The first turbine, in serial order, that moves. */
    private String mover() {
        return IntStream.rangeClosed(1, 8).mapToObj("AP-%04d"::formatted).filter(
                one -> !three.home(one).equals(fleet.firstMap().home(one))).findFirst().orElseThrow();
    }

    @Test
    void everyShardIsSealedBeforeAnythingIsPlanned() throws Exception {
        Gate gate = new Gate(Point.ALL_SEALED);
        try (MoverRig rig = mover(gate)) {
            rig.routing.record(three, "test");
            rig.start();
            gate.awaitReached();
            for (ShardId shard : fleet.address().shards()) {
                assertThat(fleet.askShard(shard, "select token || ' ' || owner from mover_fence")).isEqualTo("1 box-1");
                assertThat(fleet.askShard(shard, "select count(*) from turbine_move")).isEqualTo("0");
            }
            gate.open();
            rig.awaitComplete(three);
            contents.mustBe(before, 3);
        }
    }

    /** It holds the fence row, and no timeout of the server ends it: only the successor does. */
    @Test
    void aSessionOfAnEarlierGrantThatHoldsTheFenceIsEnded() throws Exception {
        ShardId shard = three.home(mover());
        String url = fleet.address().url(shard) + (fleet.address().url(shard).contains("?") ? "&" : "?")
                + "ApplicationName=gwm:0:deadbeef:box-9";
        try (Connection stuck = DriverManager.getConnection(url, Role.MOVER.login(),
                fleet.credentials().password(Role.MOVER)); Statement statement = stuck.createStatement()) {
            stuck.setAutoCommit(false);
            statement.execute("select 1 from mover_fence for update");
            try (MoverRig rig = mover(Interruption.none())) {
                rig.routing.record(three, "test");
                rig.start();
                rig.awaitComplete(three);
                contents.mustBe(before, 3);
                assertThat(rig.registry.get("galewatch.fence.evictions").tag("shard",
                        shard.name()).counter().count()).isEqualTo(1);
            }
            assertThat(stuck.isValid(2)).as("the stuck session lives").isFalse();
        }
    }

    /** Its connections and its process are well; only its working thread is stuck. Nothing renews for it. */
    @Test
    void aHolderThatIsWedgedLapsesAndIsFencedWhenItGoesOn() throws Exception {
        Gate gate = new Gate(Point.COPY_COMMITTED);
        MoveSettings other = MoverRig.settings("box-2", 10);
        try (MoverRig wedged = mover(gate);
                MoverRig next = new MoverRig(fleet.address(), fleet.credentials(), fleet.fleetId(), other,
                        Interruption.none())) {
            wedged.routing.record(three, "test");
            wedged.start();
            gate.awaitReached();
            next.start();
            next.awaitComplete(three);
            gate.open();
            await().atMost(Duration.ofSeconds(20)).until(() -> wedged.fencedRejections() > 0);
            contents.mustBe(before, 3);
        }
        assertThat(fleet.askRouting(
                "select cause || ' ' || (granted_at >= previous_expiry) from claim_grant where token = 2")).isEqualTo(
                        "expired true");
    }

    @Test
    void onlyTheGrantThatHoldsTheClaimSaysComplete() {
        try (MoverRig rig = mover(Interruption.none())) {
            rig.routing.record(three, "test");
            Grant stranger = new Grant("mover", 99, UUID.randomUUID(), "box-9", Duration.ofSeconds(5));
            assertThat(rig.routing.complete(three, stranger)).isFalse();
            assertThat(rig.routing.newest().orElseThrow().isComplete()).isFalse();
        }
    }

    /** A map that comes in while a batch is under way refuses it: otherwise rows go where nobody looks for them any more. */
    @Test
    void aBatchOfYesterdaysMapDoesNotCommit() throws Exception {
        Gate gate = new Gate(Point.COPY_ROWS_WRITTEN);
        ShardMap back = new ShardMap(3, 2, UUID.randomUUID());
        try (MoverRig rig = mover(gate)) {
            rig.routing.record(three, "test");
            rig.start();
            gate.awaitReached();
            rig.routing.record(back, "test");
            for (ShardId shard : fleet.address().shards()) {
                ShardMaps.offer(fleet.shards(Role.INGEST).of(shard), back);
            }
            gate.open();
            rig.awaitComplete(back);
            contents.mustBe(before, 2);
            for (ShardId shard : fleet.address().shards()) {
                assertThat(fleet.askShard(shard,
                        "select coalesce(sum(rows_moved), 0) from turbine_move where map_id = '"
                                + three.mapId() + "'")).as("rows moved on " + shard + " under the old map").isEqualTo(
                                        "0");
            }
        }
    }

    /** Whoever changes a row between verify and delete: what leaves the source is what was proved, or nothing. */
    @Test
    void aRowThatChangedAfterItWasVerifiedIsNotDeletedUnproved() throws Exception {
        Gate gate = new Gate(Point.VERIFIED);
        String turbine = mover();
        ShardId source = fleet.firstMap().home(turbine);
        try (MoverRig rig = mover(gate)) {
            rig.routing.record(three, "test");
            rig.start();
            gate.awaitReached();
            fleet.onShard(source, "update readings set wind_speed = 99 where turbine_id = '" + turbine
                    + "' and wind_speed = 13");
            gate.open();
            rig.awaitComplete(three);
        }
        assertThat(fleet.askShard(three.home(turbine),
                "select wind_speed from reading_conflict where turbine_id = '" + turbine
                        + "'")).as("the value that only the source had").isEqualTo("99");
        contents.mustBe(before, 3);
    }
}
