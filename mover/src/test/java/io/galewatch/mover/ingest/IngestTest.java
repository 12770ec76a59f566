package io.galewatch.mover.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.galewatch.routing.db.Failure;
import io.galewatch.routing.db.FleetAddress;
import io.galewatch.routing.db.Limits;
import io.galewatch.routing.db.Role;
import io.galewatch.routing.db.ShardPools;
import io.galewatch.routing.fleet.FleetMap;
import io.galewatch.routing.fleet.ShardMaps;
import io.galewatch.routing.map.ShardId;
import io.galewatch.routing.map.ShardMap;
import io.galewatch.routing.read.Channel;
import io.galewatch.routing.read.Measurements;
import io.galewatch.routing.read.Reading;
import io.galewatch.routing.table.RoutingTable;
import io.galewatch.routing.testing.TestFleet;
import io.galewatch.routing.testing.TestPostgres;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.util.unit.DataSize;

/** Ingest of one box against real shards. */
class IngestTest {

    private static final Instant START = Instant.parse("2026-03-01T00:00:00Z");
    private static final ShardId FIRST = new ShardId(0);
    private static final ShardId SECOND = new ShardId(1);

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final List<AutoCloseable> opened = new ArrayList<>();
    private TestFleet fleet;
    private RoutingTable routing;
    private ShardPools pools;
    private FleetMap box;

    @BeforeEach
    void createFleet() {
        fleet = TestPostgres.shared().createFleet(3, 2);
        routing = new RoutingTable(fleet.routing(Role.MOVER));
        pools = fleet.shards(Role.INGEST);
        box = new FleetMap(routing, pools);
        box.refresh();
    }

    @AfterEach
    void dropFleet() throws Exception {
        for (AutoCloseable one : opened.reversed()) {
            one.close();
        }
        fleet.close();
    }

    @Test
    void everyMeterIsThereFromTheStart() {
        open(box, pools, properties(1_000));
        for (Verdict verdict : Verdict.values()) {
            assertThat(registry.get("galewatch.ingest.readings").tags("shard", "shard-3", "outcome",
                    verdict.code()).counter().count()).isZero();
        }
        assertThat(registry.get("galewatch.ingest.stale.map").tags("shard", "shard-1").counter().count()).isZero();
        assertThat(registry.get("galewatch.ingest.queue.readings").tags("shard", "shard-1").gauge().value()).isZero();
    }

    @Test
    void storesAtHomeAndTellsDuplicatesFromConflicts() throws Exception {
        Ingest ingest = open(box, pools, properties(1_000));
        assertThat(verdicts(ingest, List.of(reading("AP-0001", 0, 1), reading("AP-0002", 0, 1)))).containsOnly(
                Verdict.ACCEPTED);
        assertThat(verdicts(ingest,
                List.of(reading("AP-0001", 1, 1), reading("AP-0001", 0, 1), reading("AP-0002", 0, 2),
                        reading("AP-0002", 5, 2), reading("AP-0002", 5, 2), reading("AP-0002", 5, 3)))).containsExactly(
                                Verdict.ACCEPTED, Verdict.DUPLICATE, Verdict.CONFLICT, Verdict.ACCEPTED,
                                Verdict.DUPLICATE,
                                Verdict.CONFLICT);
        assertThat(stored()).isEqualTo(4);
        assertNothingAstray(2);
    }

    @Test
    void absentIsAValueToo() throws Exception {
        Ingest ingest = open(box, pools, properties(1_000));
        Reading bare = new Reading("AP-0001", START, Measurements.builder().build());
        assertThat(verdicts(ingest, List.of(bare))).containsExactly(Verdict.ACCEPTED);
        assertThat(verdicts(ingest, List.of(bare))).containsExactly(Verdict.DUPLICATE);
        assertThat(verdicts(ingest, List.of(reading("AP-0001", 0, 1)))).containsExactly(Verdict.CONFLICT);
    }

    /** Sixteen senders send the same readings in other orders and groups: each is accepted once. */
    @Test
    void manySendersOfTheSameReadings() throws Exception {
        Ingest ingest = open(box, pools, properties(1_000));
        List<Callable<Long>> senders = IntStream.range(0, 16).<Callable<Long>>mapToObj(seed -> () -> {
            List<Reading> mine = new ArrayList<>(IntStream.range(0, 600).mapToObj(
                    i -> reading("AP-%04d".formatted(i % 40), i / 40, 1)).toList());
            Collections.shuffle(mine, new Random(seed));
            long accepted = 0;
            for (int from = 0; from < mine.size(); from += 60) {
                List<Verdict> verdicts = verdicts(ingest, mine.subList(from, from + 60));
                assertThat(verdicts).isSubsetOf(Verdict.ACCEPTED, Verdict.DUPLICATE);
                accepted += verdicts.stream().filter(v -> v == Verdict.ACCEPTED).count();
            }
            return accepted;
        }).toList();
        long accepted = 0;
        for (Future<Long> one : atOnce(senders)) {
            accepted += one.get();
        }
        assertThat(accepted).isEqualTo(600);
        assertThat(stored()).isEqualTo(600);
    }

    /** The box hears of no flip but from the shards that refuse it. */
    @Test
    void aBoxOnTheOldMapFollowsTheFlipWithinTheRequest() throws Exception {
        Ingest ingest = open(box, pools, properties(1_000));
        FleetMap admin = new FleetMap(routing, fleet.shards(Role.INGEST));
        admin.refresh();
        AtomicBoolean done = new AtomicBoolean();
        List<Callable<Integer>> senders = IntStream.range(0, 8).<Callable<Integer>>mapToObj(sender -> () -> {
            int sent = 0;
            while (!done.get()) {
                int second = sent;
                List<Reading> readings = IntStream.range(0, 40).mapToObj(
                        i -> reading("AP-%d-%04d".formatted(sender, i), second, 1)).toList();
                assertThat(verdicts(ingest, readings)).containsOnly(Verdict.ACCEPTED);
                sent++;
            }
            return sent * 40;
        }).toList();
        try (ExecutorService senderThreads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Integer>> sending = senders.stream().map(senderThreads::submit).toList();
            await().until(() -> stored() > 1_000);
            ShardMap next = new ShardMap(2, 3, UUID.randomUUID());
            assertThat(routing.record(next, "test")).isTrue();
            admin.learn(next);
            int leftBehind = astray(3);
            await().until(
                    () -> Integer.parseInt(fleet.askShard(new ShardId(2), "select count(*) from readings")) > 400);
            done.set(true);
            int acknowledged = 0;
            for (Future<Integer> one : sending) {
                acknowledged += one.get();
            }
            assertThat(stored()).isEqualTo(acknowledged);
            assertThat(astray(3)).as("rows away from home since the flip").isEqualTo(leftBehind);
        }
        assertThat(box.view().map().epoch()).isEqualTo(2);
        assertThat(registry.find("galewatch.ingest.stale.map").counters().stream().mapToDouble(
                c -> c.count()).sum()).isPositive();
    }

    @Test
    void aShardThatLagsIsBroughtToTheBoxesMap() throws Exception {
        Ingest ingest = open(box, pools, properties(1_000));
        box.learn(new ShardMap(2, 3, UUID.randomUUID()));
        fleet.onShard(FIRST, "update shard_map set epoch = 1, shards = 2, map_id = '" + fleet.firstMap().mapId() + "'");
        assertThat(verdicts(ingest, readings(50))).containsOnly(Verdict.ACCEPTED);
        assertThat(fleet.askShard(FIRST, "select epoch from shard_map")).isEqualTo("2");
        assertNothingAstray(3);
    }

    @Test
    void twoMapsUnderOneEpochAreRefusedAndCounted() throws Exception {
        Ingest ingest = open(box, pools, properties(1_000));
        fleet.onShard(FIRST, "update shard_map set map_id = gen_random_uuid()");
        List<Ruling> rulings = ingest.store(readings(50));
        assertThat(rulings).allSatisfy(ruling -> assertThat(ruling.verdict()).isEqualTo(
                ruling.shard().equals(FIRST) ? Verdict.MAP_UNSETTLED : Verdict.ACCEPTED));
        assertThat(registry.get("galewatch.ingest.map.contradictions").tag("shard",
                "shard-1").counter().count()).isPositive();
    }

    /** Whoever writes past the box: the shard itself refuses what is not at home there. */
    @Test
    void theShardRefusesStrays() throws Exception {
        Reading stray = IntStream.range(0, 100).mapToObj(i -> reading("AP-%04d".formatted(i), 0, 1)).filter(
                r -> box.view().map().home(r.turbine()).equals(SECOND)).findFirst().orElseThrow();
        try (Connection connection = pools.of(FIRST).getConnection()) {
            assertThatThrownBy(
                    () -> ShardInsert.store(connection, box.view().map(), List.of(stray))).isInstanceOfSatisfying(
                            SQLException.class, e -> {
                                assertThat(e.getSQLState()).isEqualTo("GW004");
                                assertThat(Failure.of(e)).isEqualTo(Failure.STRAY);
                                assertThat(ShardMaps.inAnswer(e)).contains(box.view().map());
                            });
            assertThatThrownBy(() -> {
                try (Statement statement = connection.createStatement()) {
                    statement.execute(
                            "insert into readings (turbine_id, read_at) values ('" + stray.turbine() + "', now())");
                }
            }).isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("GW004"));
        }
        assertThat(stored()).isZero();
    }

    @Test
    void oneRequestsPoisonDoesNotSinkItsNeighbours() throws Exception {
        fleet.onShard(FIRST, "alter table readings add constraint poison check (wind_speed <> 666)");
        Ingest ingest = open(box, pools, properties(1_000));
        List<String> here = IntStream.range(0, 100).mapToObj("AP-%04d"::formatted).filter(
                serial -> box.view().map().home(serial).equals(FIRST)).limit(20).toList();
        List<Callable<List<Verdict>>> senders = here.stream().<Callable<List<Verdict>>>map(serial -> () -> verdicts(
                ingest, List.of(reading(serial, 0, serial.equals(here.getFirst()) ? 666 : 1)))).toList();
        List<Verdict> all = new ArrayList<>();
        for (Future<List<Verdict>> one : atOnce(senders)) {
            all.addAll(one.get());
        }
        assertThat(all.getFirst()).isEqualTo(Verdict.REFUSED);
        assertThat(all.subList(1, all.size())).containsOnly(Verdict.ACCEPTED);
    }

    /** A client that froze after it took the map: the flip ends its session, and ingest goes on. */
    @Test
    void aFrozenIngestTransactionStopsNeitherTheFlipNorTheOthers() throws Exception {
        Ingest ingest = open(box, pools, properties(1_000));
        try (Connection frozen = DriverManager.getConnection(fleet.address().url(FIRST), Role.INGEST.login(),
                fleet.credentials().password(Role.INGEST)); Statement statement = frozen.createStatement()) {
            frozen.setAutoCommit(false);
            statement.execute("select map_hold(1, '" + fleet.firstMap().mapId() + "')");
            assertThat(verdicts(ingest, readings(50))).containsOnly(Verdict.ACCEPTED);
            long start = System.nanoTime();
            box.learn(new ShardMap(2, 3, UUID.randomUUID()));
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(6));
            assertThat(fleet.askShard(FIRST, "select epoch from shard_map")).isEqualTo("2");
            assertThat(verdicts(ingest, readings(60))).isSubsetOf(Verdict.ACCEPTED, Verdict.DUPLICATE);
            assertThatThrownBy(frozen::commit).isInstanceOf(SQLException.class);
        }
    }

    @Test
    void aDeadShardIsFoundOnceAndDelaysNobodyElse() throws Exception {
        ShardPools broken = keep(withDeadShard(SECOND));
        FleetMap map = new FleetMap(routing, broken);
        map.refresh();
        Ingest ingest = open(map, broken, properties(1_000));
        assertThat(ingest.store(readings(50))).allSatisfy(ruling -> assertThat(ruling.verdict()).isEqualTo(
                ruling.shard().equals(SECOND) ? Verdict.UNAVAILABLE : Verdict.ACCEPTED));
        assertThat(registry.get("galewatch.ingest.shard.down").tag("shard", "shard-2").gauge().value()).isEqualTo(1);
        long start = System.nanoTime();
        for (int i = 0; i < 20; i++) {
            ingest.store(readings(50));
        }
        // Each waits for the dead shard no more than the one probe in a while does.
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
    }

    @Test
    void aShardThatIsStuckFillsItsOwnQueueAndNoOther() throws Exception {
        Ingest ingest = open(box, pools, properties(100));
        List<Reading> stuck = readings(2_000).stream().filter(
                r -> box.view().map().home(r.turbine()).equals(FIRST)).limit(100).toList();
        List<Reading> free = readings(2_000).stream().filter(
                r -> box.view().map().home(r.turbine()).equals(SECOND)).limit(100).toList();
        try (Connection locker = fleet.shardSuperuser(FIRST); Statement statement = locker.createStatement()) {
            locker.setAutoCommit(false);
            statement.execute("lock table readings in access exclusive mode");
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                // One for each flusher, and one that fills the queue.
                List<Future<List<Verdict>>> waiting = IntStream.range(0, 3).mapToObj(
                        i -> threads.submit(() -> verdictsOnceThereIsRoom(ingest, stuck))).toList();
                await().until(() -> fleet.askShard(FIRST, "select count(*) from pg_locks where not granted").equals("2")
                        && queued(FIRST) == 100);
                assertThat(verdicts(ingest, stuck.subList(0, 50))).containsOnly(Verdict.OVERLOADED);
                assertThat(verdicts(ingest, free)).containsOnly(Verdict.ACCEPTED);
                locker.rollback();
                assertThat(waiting.getFirst().get(20, TimeUnit.SECONDS)).hasSize(100);
            }
        }
        assertThat(verdicts(ingest, stuck)).isSubsetOf(Verdict.ACCEPTED, Verdict.DUPLICATE);
    }

    private ShardPools withDeadShard(ShardId dead) {
        List<String> urls = new ArrayList<>(fleet.address().shardUrls());
        urls.set(dead.index(), "jdbc:postgresql://127.0.0.1:1/nowhere");
        return ShardPools.open(new FleetAddress(fleet.address().routingUrl(), urls), fleet.fleetId(), Role.INGEST,
                fleet.credentials(), "test", 4, Limits.forStep(Duration.ofSeconds(1), Duration.ofSeconds(2)));
    }

    private Ingest open(FleetMap map, ShardPools with, IngestProperties properties) {
        return keep(IngestConfiguration.open(map, with, registry, properties, System::nanoTime));
    }

    private <T extends AutoCloseable> T keep(T one) {
        opened.add(one);
        return one;
    }

    private static IngestProperties properties(int queue) {
        return new IngestProperties(Math.min(queue, 1_000), DataSize.ofMegabytes(1), 100_000, queue, 100, 2,
                Duration.ofSeconds(10), Duration.ofSeconds(1));
    }

    private double queued(ShardId shard) {
        return registry.get("galewatch.ingest.queue.readings").tag("shard", shard.name()).gauge().value();
    }

    private static List<Verdict> verdictsOnceThereIsRoom(Ingest ingest, List<Reading> readings) throws Exception {
        return await().until(() -> verdicts(ingest, readings), all -> !all.contains(Verdict.OVERLOADED));
    }

    private static List<Verdict> verdicts(Ingest ingest, List<Reading> readings) throws InterruptedException {
        return ingest.store(readings).stream().map(Ruling::verdict).toList();
    }

    private static <T> List<Future<T>> atOnce(List<Callable<T>> tasks) throws InterruptedException {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            return threads.invokeAll(tasks);
        }
    }

    private int stored() {
        return pools.shards().stream().mapToInt(
                shard -> Integer.parseInt(fleet.askShard(shard, "select count(*) from readings"))).sum();
    }

    private void assertNothingAstray(int n) {
        assertThat(astray(n)).isZero();
    }

    private int astray(int n) {
        return pools.shards().stream().mapToInt(shard -> Integer.parseInt(fleet.askShard(shard,
                "select count(*) from readings where turbine_hash(turbine_id) % " + n + " <> " + shard.index()))).sum();
    }

    private static List<Reading> readings(int count) {
        return IntStream.range(0, count).mapToObj(i -> reading("AP-%04d".formatted(i), 0, 1)).toList();
    }

    private static Reading reading(String turbine, int second, double wind) {
        return new Reading(turbine, START.plusSeconds(second), Measurements.builder().set(Channel.WIND_SPEED, wind).set(
                Channel.ENERGY_TOTAL, 12.5).build());
    }
}
