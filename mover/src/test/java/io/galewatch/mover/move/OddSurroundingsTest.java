package io.galewatch.mover.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.galewatch.routing.db.FleetAddress;
import io.galewatch.routing.map.ShardId;
import io.galewatch.routing.map.ShardMap;
import io.galewatch.routing.testing.TestFleet;
import io.galewatch.routing.testing.TestPostgres;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clocks, time zones, names and addresses that are not what one would wish. */
class OddSurroundingsTest {

    private final TestFleet fleet = TestPostgres.shared().createFleet(3, 2);
    private final FleetContents contents = new FleetContents(fleet);
    private final ShardMap three = new ShardMap(2, 3, UUID.randomUUID());
    private Map<String, Integer> before = Map.of();

    @BeforeEach
    void load() {
        contents.load(2,
                """
                    select 'AP-' || lpad(t::text, 4, '0') as turbine_id, timestamptz '2026-03-29 00:59Z' + i * interval '2 s' as read_at,
                           i::real as wind_speed from generate_series(1, 8) t, generate_series(1, 60) i
                    """);
        before = contents.rows();
    }

    @AfterEach
    void close() {
        fleet.close();
    }

    private MoverRig mover(String box, long skewNanos) {
        return new MoverRig(fleet.address(), fleet.credentials(), fleet.fleetId(), MoverRig.settings(box, 10),
                Interruption.none(), () -> System.nanoTime() + skewNanos);
    }

    @ParameterizedTest
    @ValueSource(longs = {-10, 10})
    void clocksMinutesApartAndAnOddTimeZoneChangeNothing(long minutes) {
        TimeZone usual = TimeZone.getDefault();
        TimeZone.setDefault(TimeZone.getTimeZone("Pacific/Kiritimati"));
        fleet.onShard(three.home("AP-0001"), "alter role galewatch_mover set timezone = 'Pacific/Kiritimati'");
        try (MoverRig skewed = mover("box-1", Duration.ofMinutes(minutes).toNanos()).start();
                MoverRig other = mover("box-2", 0).start()) {
            other.routing.record(three, "test");
            skewed.awaitComplete(three);
            contents.mustBe(before, 3);
            assertThat(other.fencedRejections() + skewed.fencedRejections()).isZero();
        } finally {
            TimeZone.setDefault(usual);
            fleet.onShard(three.home("AP-0001"), "alter role galewatch_mover reset timezone");
        }
    }

    @Test
    void twoMoversOfOneNameExcludeEachOther() {
        try (MoverRig one = mover("box-1", 0).start(); MoverRig two = mover("box-1", 0).start()) {
            one.routing.record(three, "test");
            one.awaitComplete(three);
            contents.mustBe(before, 3);
        }
        assertThat(fleet.askRouting("select count(*) from claim_grant")).as("one grant did it all").isEqualTo("1");
    }

    @Test
    void aClaimWhoseClockWentBackIsTaken() {
        fleet.onRouting(
                "update mover_claim set token = 7, grant_id = gen_random_uuid(), owner = 'box-9', reason = 'first',"
                        + " granted_at = now() + interval '1 h', renewed_at = now() + interval '1 h', lease = interval '5 s',"
                        + " expires_at = now() + interval '1 h 5 s'");
        try (MoverRig rig = mover("box-1", 0).start()) {
            rig.routing.record(three, "test");
            rig.awaitComplete(three);
        }
        assertThat(fleet.askRouting("select cause from claim_grant where token = 8")).isEqualTo("clock-back");
    }

    /** As after a failover: it answers every question and refuses every change. Connections from then must not be kept. */
    @Test
    void aShardThatIsReadOnlyIsLeftAloneAndPickedUpWhenItIsMended() {
        ShardId shard = three.home("AP-0001");
        String setting = "alter role galewatch_mover in database \""
                + fleet.askShard(shard, "select current_database()") + "\" ";
        fleet.onShard(shard, setting + "set default_transaction_read_only = on");
        try (MoverRig rig = mover("box-1", 0).start()) {
            rig.routing.record(three, "test");
            await().atMost(Duration.ofSeconds(30)).until(() -> rig.metrics.waitingFor().contains(shard.name()));
            fleet.onShard(shard, setting + "reset default_transaction_read_only");
            rig.awaitComplete(three);
            contents.mustBe(before, 3);
            assertThat(rig.fencedRejections()).as("read-only is never taken for fenced").isZero();
        }
    }

    @Test
    void swappedAddressesAreNotActedOn() {
        List<String> urls = fleet.address().shardUrls();
        FleetAddress swapped = new FleetAddress(fleet.address().routingUrl(),
                List.of(urls.get(1), urls.get(0), urls.get(2)));
        nothingMoves(new MoverRig(swapped, fleet.credentials(), fleet.fleetId(), MoverRig.settings("box-1", 10),
                Interruption.none(), System::nanoTime));
    }

    @Test
    void twoAddressesThatLeadToOneShardAreNotActedOn() {
        List<String> urls = fleet.address().shardUrls();
        FleetAddress twice = new FleetAddress(fleet.address().routingUrl(),
                List.of(urls.get(0), urls.get(0), urls.get(0)));
        nothingMoves(new MoverRig(twice, fleet.credentials(), fleet.fleetId(), MoverRig.settings("box-1", 10),
                Interruption.none(), System::nanoTime));
    }

    @Test
    void aSecondFleetPointedAtTheSameShardsIsRefused() {
        try (TestFleet second = TestPostgres.shared().createFleet(3, 2)) {
            FleetAddress crossed = new FleetAddress(second.address().routingUrl(), fleet.address().shardUrls());
            MoverRig rig = new MoverRig(crossed, fleet.credentials(), second.fleetId(), MoverRig.settings("box-1", 10),
                    Interruption.none(), System::nanoTime);
            nothingMoves(rig);
        }
    }

    /** The mover takes the claim, finds shards that are not what they should be, and waits with that reason. */
    private void nothingMoves(MoverRig rig) {
        try (rig) {
            rig.routing.record(three, "test");
            rig.start();
            await().atMost(Duration.ofSeconds(30)).until(() -> rig.metrics.waitingFor().contains("reach"));
            assertThat(contents.rows()).isEqualTo(before);
            assertThat(rig.routing.newest().orElseThrow().isComplete()).isFalse();
            contents.mustBe(before, 2);
        }
    }
}
