package io.galewatch.routing.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.galewatch.routing.db.FleetAddress;
import io.galewatch.routing.db.Limits;
import io.galewatch.routing.db.Role;
import io.galewatch.routing.db.ShardPools;
import io.galewatch.routing.fleet.FleetMap;
import io.galewatch.routing.fleet.ShardMaps;
import io.galewatch.routing.map.ShardId;
import io.galewatch.routing.map.ShardMap;
import io.galewatch.routing.table.RoutingTable;
import io.galewatch.routing.testing.TestFleet;
import io.galewatch.routing.testing.TestPostgres;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Reads of a turbine that is on its way from shard-1 to shard-3. */
class HistoryReaderTest {

    private static final String AP_0163 = "AP-0163";
    private static final ShardId OLD_HOME = new ShardId(0);
    private static final ShardId NEW_HOME = new ShardId(2);
    private static final Instant START = Instant.parse("2026-03-01T00:00:00Z");

    private TestFleet fleet;
    private RoutingTable routing;
    private ShardPools maps;
    private ShardPools reads;
    private FleetMap fleetMap;

    @BeforeEach
    void createFleet() {
        fleet = TestPostgres.shared().createFleet(3, 2);
        routing = new RoutingTable(fleet.routing(Role.MOVER));
        maps = fleet.shards(Role.INGEST);
        reads = fleet.shards(Role.READER);
        fleetMap = new FleetMap(routing, maps);
        fleetMap.refresh();
    }

    @AfterEach
    void dropFleet() {
        fleet.close();
    }

    @Test
    void theTurbineOfTheStoryMoves() {
        assertThat(fleet.firstMap().home(AP_0163)).isEqualTo(OLD_HOME);
        assertThat(new ShardMap(2, 3, UUID.randomUUID()).home(AP_0163)).isEqualTo(NEW_HOME);
    }

    @Test
    void pagesNeverSkipOrRepeatWhereverRowsLie() {
        store(OLD_HOME, 0, 20);
        fleetMap.learn(recorded(flip(3)));
        store(NEW_HOME, 15, 30);
        for (int limit : new int[]{1, 2, 3, 7, 15, 29, 30, 31}) {
            assertThat(allPages(HistoryQuery.of(AP_0163, limit))).as("limit %s", limit).isEqualTo(instants(0, 30));
        }
    }

    @Test
    void aRangeHasItsFirstInstantAndNotItsLast() {
        store(OLD_HOME, 0, 10);
        HistoryQuery query = new HistoryQuery(AP_0163, at(3), at(7), null, 2, false);
        assertThat(allPages(query)).isEqualTo(instants(3, 7));
        assertThat(reader(Discipline.SAFE).page(
                new HistoryQuery(AP_0163, at(90), null, null, 2, false)).readings()).isEmpty();
        assertThat(reader(Discipline.SAFE).page(query.after(new Cursor(at(90)))).next()).isEmpty();
    }

    @Test
    void anUnknownTurbineIsNotAnEmptyRange() {
        assertThatThrownBy(() -> reader(Discipline.SAFE).page(HistoryQuery.of("nobody", 5))).isInstanceOf(
                UnknownTurbineException.class);
        assertThatThrownBy(() -> reader(Discipline.SAFE).latest("nobody")).isInstanceOf(UnknownTurbineException.class);
    }

    @Test
    void theNewestReadingIsFoundOnEitherShard() {
        store(OLD_HOME, 0, 5);
        assertThat(reader(Discipline.SAFE).latest(AP_0163).at()).isEqualTo(at(4));
        fleetMap.learn(recorded(flip(3)));
        assertThat(reader(Discipline.SAFE).latest(AP_0163).at()).isEqualTo(at(4));
        store(NEW_HOME, 5, 6);
        assertThat(reader(Discipline.SAFE).latest(AP_0163).at()).isEqualTo(at(5));
    }

    /** The row is copied and deleted between the two questions. */
    @Test
    void aRowThatMovesBetweenTheQuestionsIsSeen() throws Exception {
        assertThat(readWhileTheRowMoves(Discipline.SAFE)).isEqualTo(instants(0, 1));
    }

    /** The same with the order reversed on purpose: this is what the order is for. */
    @Test
    void askedHomeFirstTheRowIsMissed() throws Exception {
        assertThat(readWhileTheRowMoves(new Discipline(false, true))).isEmpty();
    }

    private List<Instant> readWhileTheRowMoves(Discipline discipline) throws Exception {
        store(OLD_HOME, 0, 1);
        fleetMap.learn(recorded(flip(3)));
        try (Connection mover = fleet.shardSuperuser(OLD_HOME); Statement statement = mover.createStatement()) {
            mover.setAutoCommit(false);
            statement.execute("lock table readings in access exclusive mode");
            CompletableFuture<HistoryPage> page = CompletableFuture.supplyAsync(
                    () -> reader(discipline).page(new HistoryQuery(AP_0163, null, at(1), null, 5, false)));
            await().until(() -> fleet.askShard(OLD_HOME,
                    "select count(*) from pg_locks where not granted and relation = 'readings'::regclass"),
                    "1"::equals);
            store(NEW_HOME, 0, 1);
            statement.execute("delete from readings where read_at = '" + at(0) + "'");
            mover.commit();
            try {
                return page.get(10, TimeUnit.SECONDS).readings().stream().map(Reading::at).toList();
            } catch (ExecutionException e) {
                if (e.getCause() instanceof UnknownTurbineException) {
                    return List.of();
                }
                throw e;
            }
        }
    }

    /** This process has not heard of the flip, and takes the home under the old map for the only one. */
    @Test
    void aReaderThatMissedTheFlipLearnsItFromTheAnswer() {
        moveBehindTheReadersBack();
        assertThat(allPages(HistoryQuery.of(AP_0163, 2))).isEqualTo(instants(0, 5));
        assertThat(fleetMap.view().map().epoch()).isEqualTo(2);
    }

    /** The same with the check left out: this is what the map in each answer is for. */
    @Test
    void withoutTheMapCheckItMissesAll() {
        moveBehindTheReadersBack();
        assertThatThrownBy(() -> reader(new Discipline(true, false)).page(HistoryQuery.of(AP_0163, 2))).isInstanceOf(
                UnknownTurbineException.class);
    }

    private void moveBehindTheReadersBack() {
        ShardMap next = flip(3);
        maps.shards().forEach(shard -> offer(shard, next));
        store(NEW_HOME, 0, 5);
    }

    @Test
    void aShardThatLagsIsBroughtToTheMap() {
        store(OLD_HOME, 0, 3);
        fleetMap.learn(recorded(flip(3)));
        // Out of reach during the flip, or restored from before it.
        fleet.onShard(OLD_HOME,
                "update shard_map set epoch = 1, shards = 2, map_id = '" + fleet.firstMap().mapId() + "'");
        assertThat(allPages(HistoryQuery.of(AP_0163, 9))).isEqualTo(instants(0, 3));
        assertThat(fleet.askShard(OLD_HOME, "select epoch from shard_map")).isEqualTo("2");
    }

    @Test
    void twoMapsUnderOneEpochAreAnErrorAndNotAnAnswer() {
        store(OLD_HOME, 0, 3);
        fleet.onShard(OLD_HOME, "update shard_map set map_id = gen_random_uuid()");
        assertThatThrownBy(() -> reader(Discipline.SAFE).page(HistoryQuery.of(AP_0163, 9))).isInstanceOf(
                MapDisagreementException.class).hasMessageContaining("shard-1");
    }

    @Test
    void aNeededShardThatIsDownIsNamedOrLeftOut() {
        store(OLD_HOME, 0, 3);
        fleetMap.learn(recorded(flip(3)));
        List<String> urls = new ArrayList<>(fleet.address().shardUrls());
        urls.set(NEW_HOME.index(), "jdbc:postgresql://127.0.0.1:1/nowhere");
        try (ShardPools broken = ShardPools.open(new FleetAddress(fleet.address().routingUrl(), urls), fleet.fleetId(),
                Role.READER, fleet.credentials(), "test", 2,
                Limits.forStep(Duration.ofMillis(500), Duration.ofSeconds(2)))) {
            HistoryReader reader = new HistoryReader(fleetMap, broken);
            HistoryQuery query = HistoryQuery.of(AP_0163, 9);
            assertThatThrownBy(() -> reader.page(query)).isInstanceOf(
                    ShardUnreachableException.class).hasMessageContaining("shard-3");
            HistoryPage page = reader.page(new HistoryQuery(AP_0163, null, null, null, 9, true));
            assertThat(page.readings()).hasSize(3);
            assertThat(page.isComplete()).isFalse();
            assertThat(page.missing()).containsExactly(NEW_HOME);
        }
    }

    private HistoryReader reader(Discipline discipline) {
        return new HistoryReader(fleetMap, reads, discipline);
    }

    private List<Instant> allPages(HistoryQuery query) {
        List<Instant> seen = new ArrayList<>();
        HistoryPage page = reader(Discipline.SAFE).page(query);
        while (true) {
            page.readings().forEach(reading -> seen.add(reading.at()));
            if (page.next().isEmpty()) {
                return seen;
            }
            assertThat(page.readings()).hasSize(query.limit());
            page = reader(Discipline.SAFE).page(query.after(page.next().get()));
        }
    }

    private ShardMap flip(int shards) {
        return new ShardMap(fleetMap.view().map().epoch() + 1, shards, UUID.randomUUID());
    }

    private ShardMap recorded(ShardMap map) {
        assertThat(routing.record(map, "test")).isTrue();
        return map;
    }

    private void offer(ShardId shard, ShardMap map) {
        try {
            ShardMaps.offer(maps.of(shard), map);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private void store(ShardId shard, int from, int to) {
        fleet.onShard(shard,
                "insert into readings (turbine_id, read_at, wind_speed) select '" + AP_0163 + "', '" + START
                        + "'::timestamptz + i * interval '1 microsecond', i from generate_series(" + from + ", "
                        + (to - 1)
                        + ") i");
    }

    private static List<Instant> instants(int from, int to) {
        return IntStream.range(from, to).mapToObj(HistoryReaderTest::at).toList();
    }

    private static Instant at(int microseconds) {
        return START.plusNanos(microseconds * 1_000L);
    }
}
