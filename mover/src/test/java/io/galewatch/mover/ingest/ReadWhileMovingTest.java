package io.galewatch.mover.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.galewatch.routing.db.Role;
import io.galewatch.routing.db.ShardPools;
import io.galewatch.routing.fleet.FleetMap;
import io.galewatch.routing.map.ShardId;
import io.galewatch.routing.map.ShardMap;
import io.galewatch.routing.read.Channel;
import io.galewatch.routing.read.Cursor;
import io.galewatch.routing.read.HistoryPage;
import io.galewatch.routing.read.HistoryQuery;
import io.galewatch.routing.read.HistoryReader;
import io.galewatch.routing.read.Measurements;
import io.galewatch.routing.read.Reading;
import io.galewatch.routing.table.RoutingTable;
import io.galewatch.routing.testing.TestFleet;
import io.galewatch.routing.testing.TestPostgres;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.util.unit.DataSize;

/**
 * Turbines send, somebody reads them page by page, the map goes 2→3→2→… under both, and rows are moved by hand in tiny
 * steps: every page has all that was acknowledged before it was asked for, once.
 */
class ReadWhileMovingTest {

    private static final Instant START = Instant.parse("2026-03-01T00:00:00Z");
    private static final int PAGE = 3;
    private static final int FLIPS = 6;

    private final Map<String, ConcurrentSkipListSet<Instant>> ledger = IntStream.range(0, 8).mapToObj(
            "AP-%04d"::formatted).collect(
                    Collectors.toUnmodifiableMap(Function.identity(),
                            serial -> new ConcurrentSkipListSet<>()));
    private final Map<ShardId, Connection> byHand = new HashMap<>();
    private final Semaphore turns = new Semaphore(20);
    private final CountDownLatch stopped = new CountDownLatch(1);
    private TestFleet fleet;
    private RoutingTable routing;

    @BeforeEach
    void createFleet() {
        fleet = TestPostgres.shared().createFleet(3, 2);
        routing = new RoutingTable(fleet.routing(Role.MOVER));
    }

    @AfterEach
    void dropFleet() throws SQLException {
        for (Connection session : byHand.values()) {
            session.close();
        }
        fleet.close();
    }

    @Test
    @Timeout(300)
    void everyPageIsComplete() throws Exception {
        ShardPools reads = fleet.shards(Role.READER);
        FleetMap senderMap = box();
        FleetMap readerMap = box();
        try (Ingest ingest = IngestConfiguration.open(senderMap, fleet.shards(Role.INGEST), new SimpleMeterRegistry(),
                new IngestProperties(1_000, DataSize.ofMegabytes(1), 10_000, 1_000, 100, 2, Duration.ofSeconds(20),
                        Duration.ofSeconds(1)),
                System::nanoTime); ExecutorService threads = Executors.newCachedThreadPool()) {
            Future<Integer> sent = threads.submit(() -> send(ingest));
            await().until(() -> turns.availablePermits() == 0);
            // The other one hears of a newer map from the shards' answers only.
            List<Future<Integer>> read = Stream.of(readerMap, box()).map(map -> threads.submit(
                    () -> readAll(new HistoryReader(map, reads), new Random(map == readerMap ? 1 : 2)))).toList();
            Future<Integer> refreshed = threads.submit(() -> refreshNowAndThen(readerMap));
            try {
                flipAndMove(box());
            } finally {
                stopped.countDown();
            }
            assertThat(sent.get()).isPositive();
            for (Future<Integer> one : read) {
                assertThat(one.get()).as("pages read").isGreaterThan(50);
            }
            refreshed.get();
        }
        assertStoredOnceAtHome();
    }

    private FleetMap box() {
        FleetMap map = new FleetMap(routing, fleet.shards(Role.INGEST));
        map.refresh();
        return map;
    }

    private int send(Ingest ingest) throws InterruptedException {
        int second = 0;
        for (; takeTurn(); second++) {
            Instant at = START.plusSeconds(second);
            List<Reading> readings = ledger.keySet().stream().map(serial -> new Reading(serial, at,
                    Measurements.builder().set(Channel.WIND_SPEED, 7.5).build())).toList();
            assertThat(ingest.store(readings)).extracting(Ruling::verdict).containsOnly(Verdict.ACCEPTED);
            readings.forEach(reading -> of(reading.turbine()).add(at));
        }
        return second;
    }

    /** As many rounds as the mover makes steps, so that both are busy all the time and the test ends. */
    private boolean takeTurn() throws InterruptedException {
        while (!isDone()) {
            if (turns.tryAcquire(20, TimeUnit.MILLISECONDS)) {
                return true;
            }
        }
        return false;
    }

    private boolean isDone() {
        return stopped.getCount() == 0;
    }

    private int readAll(HistoryReader reader, Random random) {
        List<String> serials = ledger.keySet().stream().sorted().toList();
        int pages = 0;
        while (!isDone()) {
            String serial = serials.get(random.nextInt(serials.size()));
            HistoryQuery query = HistoryQuery.of(serial, PAGE).after(
                    new Cursor(START.plusSeconds(random.nextInt(of(serial).size())).minusSeconds(1)));
            for (int i = 0; i < 5; i++) {
                TreeSet<Instant> promised = new TreeSet<>(of(serial));
                HistoryPage page = reader.page(query);
                check(query, page, promised);
                pages++;
                if (page.next().isEmpty()) {
                    break;
                }
                query = query.after(page.next().get());
            }
        }
        return pages;
    }

    private static void check(HistoryQuery query, HistoryPage page, TreeSet<Instant> promised) {
        List<Instant> seen = page.readings().stream().map(Reading::at).toList();
        Cursor after = Objects.requireNonNull(query.after());
        assertThat(seen).isSorted().doesNotHaveDuplicates().allMatch(at -> at.isAfter(after.after()));
        Instant end = page.next().map(Cursor::after).orElse(Instant.MAX);
        assertThat(seen).as("page of %s after %s", query.turbine(), after.after()).containsAll(
                promised.subSet(after.after(), false, end, true));
    }

    /** Boxes hear of maps from the routing database too, and of completion only from there. */
    private int refreshNowAndThen(FleetMap map) throws InterruptedException {
        int times = 0;
        for (; !stopped.await(20, TimeUnit.MILLISECONDS); times++) {
            map.refresh();
        }
        return times;
    }

    /** Every other rebalance is overtaken by the next map half way. */
    private void flipAndMove(FleetMap admin) throws SQLException {
        Random random = new Random(7);
        for (int flip = 1; flip <= FLIPS; flip++) {
            ShardMap next = new ShardMap(1 + flip, flip % 2 == 1 ? 3 : 2, UUID.randomUUID());
            assertThat(routing.record(next, "test")).isTrue();
            await().until(() -> turns.availablePermits() == 0);
            admin.learn(next);
            turns.release(10);
            int batches = flip % 2 == 0 && flip < FLIPS ? 15 : Integer.MAX_VALUE;
            if (moveAll(next, batches, random)) {
                fleet.onRouting(
                        "update routing_epoch set completed_at = clock_timestamp() where epoch = " + next.epoch());
            }
        }
    }

    /** Brings misplaced rows home, a few at a time, until there are none or enough is done. */
    private boolean moveAll(ShardMap map, int batches, Random random) throws SQLException {
        int moved = 0;
        for (ShardId source : fleet.address().shards()) {
            for (String serial : ledger.keySet()) {
                ShardId home = map.home(serial);
                while (!home.equals(source) && move(map, serial, source, home, 1 + random.nextInt(4))) {
                    if (++moved >= batches) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    private boolean move(ShardMap map, String serial, ShardId source, ShardId home, int rows) throws SQLException {
        String some = "select read_at from readings where turbine_id = '" + serial + "' order by read_at limit " + rows;
        String keys = ask(source, "select string_agg(quote_literal(read_at), ',') from (" + some + ") s");
        if (keys.equals("null")) {
            return false;
        }
        turns.release();
        underTheMap(home, map, "insert into readings (turbine_id, read_at, wind_speed) select '" + serial
                + "', k::timestamptz, 7.5 from unnest(array[" + keys + "]) k on conflict do nothing");
        underTheMap(source, map,
                "delete from readings where turbine_id = '" + serial + "' and read_at in (" + keys + ")");
        return true;
    }

    private String ask(ShardId shard, String sql) throws SQLException {
        try (Statement statement = session(shard).createStatement(); ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return String.valueOf(row.getString(1));
        } finally {
            session(shard).rollback();
        }
    }

    private void underTheMap(ShardId shard, ShardMap map, String sql) throws SQLException {
        try (Statement statement = session(shard).createStatement()) {
            statement.execute("select map_hold(" + map.epoch() + ", '" + map.mapId() + "')");
            statement.execute(sql);
            session(shard).commit();
        }
    }

    private Connection session(ShardId shard) throws SQLException {
        Connection session = byHand.computeIfAbsent(shard, fleet::shardSuperuser);
        session.setAutoCommit(false);
        return session;
    }

    private ConcurrentSkipListSet<Instant> of(String serial) {
        return Objects.requireNonNull(ledger.get(serial));
    }

    private void assertStoredOnceAtHome() {
        int promised = ledger.values().stream().mapToInt(ConcurrentSkipListSet::size).sum();
        int n = FLIPS % 2 == 1 ? 3 : 2;
        int home = 0;
        for (ShardId shard : fleet.address().shards()) {
            home += Integer.parseInt(fleet.askShard(shard, "select count(*) from readings"));
            assertThat(fleet.askShard(shard, "select count(*) from readings where turbine_hash(turbine_id) % " + n
                    + " <> " + shard.index())).isEqualTo("0");
        }
        assertThat(home).isEqualTo(promised);
    }
}
