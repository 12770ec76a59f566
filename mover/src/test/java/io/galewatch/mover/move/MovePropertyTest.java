package io.galewatch.mover.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.galewatch.routing.map.ShardId;
import io.galewatch.routing.map.ShardMap;
import io.galewatch.routing.testing.TestFleet;
import io.galewatch.routing.testing.TestPostgres;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever the histories, the overlaps of source and target, the batch size, the point of a crash and the moment of a new
 * column: every value that was ever there is at home afterwards, or in the conflict table. {@code -Dseed=} replays one case,
 * {@code -Dproperty.cases=} runs more.
 */
class MovePropertyTest {

    private static final int TURBINES = 6;
    private static final List<String> INSTANTS = List.of("-infinity", "4713-01-01 00:00:00+00 BC",
            "0001-01-01 00:00:00+00 BC", "1999-12-31 23:59:59.999999+00", "2000-01-01 00:00:00+00",
            "2026-01-01 00:00:00+00", "2026-01-01 00:00:00.000001+00", "2026-01-01 00:00:00.000002+00",
            "294276-12-31 23:59:59.999999+00", "infinity");
    private static final List<String> VALUES = List.of("null", "'NaN'", "'-0'", "'0'", "'Infinity'", "'-Infinity'",
            "'1e-40'", "'3.4028235e38'", "1", "2.5");

    static LongStream seeds() {
        Long replay = Long.getLong("seed");
        return replay != null
                ? LongStream.of(replay)
                : new Random().longs(Integer.getInteger("property.cases", 10));
    }

    @ParameterizedTest(name = "-Dseed={0}")
    @MethodSource("seeds")
    void everyValueIsAtHomeOrKept(long seed) {
        Random random = new Random(seed);
        try (TestFleet fleet = TestPostgres.shared().createFleet(3, 2)) {
            ShardMap three = new ShardMap(2, 3, UUID.randomUUID());
            load(fleet, three, random);
            Set<String> ever = values(fleet, "readings");
            String name = "seed " + seed;
            AtomicInteger visits = new AtomicInteger();
            int crashAt = random.nextInt(80);
            int columnAt = random.nextBoolean() ? random.nextInt(80) : -1;
            Interruption faults = point -> {
                int visit = visits.getAndIncrement();
                if (visit == columnAt) {
                    addColumn(fleet);
                }
                if (visit == crashAt) {
                    throw new IllegalStateException("crashed on purpose at " + point);
                }
            };
            try (MoverRig rig = new MoverRig(fleet.address(), fleet.credentials(), fleet.fleetId(),
                    MoverRig.settings("box-1", 1 + random.nextInt(12)), faults)) {
                rig.routing.record(three, "test");
                rig.start();
                await(name).atMost(Duration.ofSeconds(90)).pollInterval(Duration.ofMillis(100)).until(() -> {
                    // How long a dead holder's lease is waited for is another test's subject.
                    fleet.onRouting("update mover_claim set expires_at = clock_timestamp() where grant_id is not null"
                            + " and renewed_at < clock_timestamp() - interval '1 s'");
                    retryWhatIsSetAside(fleet, rig);
                    return rig.isComplete(three);
                });
            }
            Set<String> home = values(fleet, "readings");
            Set<String> kept = values(fleet, "reading_conflict");
            assertThat(ever).as("%s: every value that was ever there", name).allMatch(
                    value -> home.contains(value) || kept.contains(value));
            assertThat(home).as("%s: nothing was made up", name).isSubsetOf(ever);
            for (ShardId shard : fleet.address().shards()) {
                assertThat(fleet.askShard(shard, "select count(*) from readings where turbine_hash(turbine_id) % 3 <> "
                        + shard.index())).as("%s: misplaced on %s", name, shard).isEqualTo("0");
            }
        }
    }

    /** Random histories at their old homes, and rows at their new ones: none, equal ones, different ones, and others. */
    private static void load(TestFleet fleet, ShardMap three, Random random) {
        fleet.address().shards().forEach(
                shard -> fleet.onShard(shard, "alter table readings disable trigger at_home"));
        for (int i = 1; i <= TURBINES; i++) {
            String turbine = "AP-%04d".formatted(i);
            ShardId old = fleet.firstMap().home(turbine);
            ShardId home = three.home(turbine);
            for (String at : instants(random)) {
                String speed = pick(VALUES, random);
                insert(fleet, old, turbine, at, speed);
                if (!old.equals(home)) {
                    switch (random.nextInt(6)) {
                        case 0 -> insert(fleet, home, turbine, at, speed);
                        case 1 -> insert(fleet, home, turbine, at, pick(VALUES, random));
                        case 2 -> insert(fleet, home, turbine, "2026-06-01 00:00:0" + random.nextInt(10) + "+00",
                                pick(VALUES, random));
                        default -> {
                            // Nothing there: the usual case.
                        }
                    }
                }
            }
        }
        fleet.address().shards().forEach(
                shard -> fleet.onShard(shard, "alter table readings enable always trigger at_home"));
    }

    private static Set<String> instants(Random random) {
        Set<String> instants = new TreeSet<>();
        int rows = random.nextInt(30);
        while (instants.size() < rows) {
            instants.add(random.nextInt(3) == 0
                    ? pick(INSTANTS, random)
                    : "2026-01-01 00:00:%02d.%06d+00".formatted(random.nextInt(60), random.nextInt(3)));
        }
        return instants;
    }

    private static void insert(TestFleet fleet, ShardId shard, String turbine, String at, String speed) {
        fleet.onShard(shard, "insert into readings (turbine_id, read_at, wind_speed) values ('" + turbine + "', '" + at
                + "', " + speed + ") on conflict do nothing");
    }

    private static <T> T pick(List<T> list, Random random) {
        return list.get(random.nextInt(list.size()));
    }

    private static void addColumn(TestFleet fleet) {
        for (ShardId shard : fleet.address().shards()) {
            fleet.onShard(shard, "alter table readings add column torque real",
                    "alter table reading_conflict add column torque real");
        }
    }

    private static void retryWhatIsSetAside(TestFleet fleet, MoverRig rig) {
        if (rig.requests.anyOpen()) {
            return;
        }
        for (ShardId shard : fleet.address().shards()) {
            Stream.of(fleet.askShard(shard,
                    "select string_agg(turbine_id, ',') from turbine_move where step = 'set-aside'").split(",")).filter(
                            turbine -> !turbine.equals("null")).forEach(
                                    turbine -> rig.requests.retry(turbine, "test"));
        }
    }

    /** As text, so that NaN, infinities and the sign of a zero are seen. */
    private static Set<String> values(TestFleet fleet, String table) {
        Set<String> values = new TreeSet<>();
        IntStream.range(0, 3).mapToObj(ShardId::new).forEach(shard -> {
            String all = fleet.askShard(shard, "select string_agg(turbine_id || '|' || read_at || '|' ||"
                    + " coalesce(wind_speed::text, 'null'), ';') from " + table);
            Stream.of(all.split(";")).filter(value -> !value.equals("null")).forEach(values::add);
        });
        return values;
    }
}
