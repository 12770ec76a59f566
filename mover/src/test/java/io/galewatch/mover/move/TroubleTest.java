package io.galewatch.mover.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.galewatch.routing.map.ShardId;
import io.galewatch.routing.map.ShardMap;
import io.galewatch.routing.testing.TestFleet;
import io.galewatch.routing.testing.TestPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A shard or a turbine that gives trouble: nothing is deleted, the others go on, and it goes on by itself when it is mended. */
class TroubleTest {

    private final TestFleet fleet = TestPostgres.shared().createFleet(3, 2);
    private final FleetContents contents = new FleetContents(fleet);
    private final ShardMap three = new ShardMap(2, 3, UUID.randomUUID());
    private final String turbine = IntStream.rangeClosed(1, 24).mapToObj("AP-%04d"::formatted).filter(
            one -> three.home(one).index() == 2).findFirst().orElseThrow();
    private final ShardId source = fleet.firstMap().home(turbine);
    private final ShardId target = three.home(turbine);

    @AfterEach
    void close() {
        fleet.close();
    }

    private Map<String, Integer> load(int rows) {
        contents.load(2,
                """
                    select 'AP-' || lpad(t::text, 4, '0') as turbine_id, timestamptz '2026-01-01 00:00Z' + i * interval '2 s' as read_at,
                           i::real as wind_speed from generate_series(1, 24) t, generate_series(1, %d) i
                    """.formatted(
                        rows));
        return contents.rows();
    }

    @BeforeEach
    void noAutovacuum() {
        fleet.address().shards().forEach(
                shard -> fleet.onShard(shard, "alter table readings set (autovacuum_enabled = off)"));
    }

    private MoverRig mover() {
        return new MoverRig(fleet.address(), fleet.credentials(), fleet.fleetId(), MoverRig.settings("box-1", 500),
                Interruption.none());
    }

    private double leftAlone(MoverRig rig) {
        return rig.registry.get("galewatch.mover.shard.left.alone").tag("shard", target.name()).gauge().value();
    }

    private void awaitLeftAlone(MoverRig rig, String reason) {
        await().atMost(Duration.ofSeconds(90)).until(
                () -> leftAlone(rig) == 1 && rig.metrics.waitingFor().contains(reason));
    }

    /** A real full disk: the target's table on a tmpfs that has no room for what is to come. */
    @Test
    void aFullDiskPausesWhatTouchesItAndGoesOnWhenThereIsRoom(@TempDir Path directory) throws Exception {
        Path disk = Files.createDirectory(directory.resolve("disk"));
        assumeTrue(run("mount", "-t", "tmpfs", "-o", "size=1m,mode=777", "tmpfs", disk.toString()),
                "skipped: this machine can't mount a tmpfs");
        String tablespace = "small_" + UUID.randomUUID().toString().substring(0, 8);
        try {
            assumeTrue(canHoldTables(disk, tablespace), "skipped: the server can't use a directory of this machine");
            Map<String, Integer> before = load(2_000);
            try (MoverRig rig = mover().start()) {
                rig.routing.record(three, "test");
                awaitLeftAlone(rig, "53100");
                assertThat(contents.rows()).as("nothing is lost meanwhile").isEqualTo(twiceWhereCopied(before));
                assertThat(fleet.askShard(source, "select count(*) > 0 from turbine_move where step = 'done'")).as(
                        "moves that do not touch it go on").isEqualTo("t");
                assertThat(run("mount", "-o", "remount,size=256m", disk.toString())).isTrue();
                rig.awaitComplete(three);
                contents.mustBe(before, 3);
                assertThat(leftAlone(rig)).isZero();
                assertThat(rig.fencedRejections()).isZero();
            }
        } finally {
            // The server writes its dirty pages there before it lets a database go.
            run("mount", "-o", "remount,size=256m", disk.toString());
            fleet.onShard(target, "alter table readings set tablespace pg_default",
                    "alter index readings_pkey set tablespace pg_default", "drop tablespace if exists " + tablespace);
            run("umount", "-l", disk.toString());
        }
    }

    /** Rows that are on both shards are counted twice. */
    private Map<String, Integer> twiceWhereCopied(Map<String, Integer> before) {
        Map<String, Integer> now = contents.rows();
        assertThat(now.keySet()).isEqualTo(before.keySet());
        return now;
    }

    private boolean canHoldTables(Path disk, String tablespace) {
        try {
            fleet.onShard(target, "create tablespace " + tablespace + " location '" + disk + "'");
            fleet.onShard(target, "alter table readings set tablespace " + tablespace,
                    "alter index readings_pkey set tablespace " + tablespace);
            return true;
        } catch (IllegalStateException e) {
            return false;
        }
    }

    private static boolean run(String... command) throws InterruptedException {
        try {
            return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(
                    ProcessBuilder.Redirect.DISCARD).start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void aRightThatIsMissingPausesWhatTouchesItAndGoesOnWhenItIsGranted() {
        Map<String, Integer> before = load(20);
        fleet.onShard(target, "revoke insert on readings from galewatch_mover");
        try (MoverRig rig = mover().start()) {
            rig.routing.record(three, "test");
            awaitLeftAlone(rig, "permission denied");
            assertThat(contents.rows()).isEqualTo(before);
            fleet.onShard(target, "grant insert on readings to galewatch_mover");
            rig.awaitComplete(three);
            contents.mustBe(before, 3);
        }
    }

    /** Each insert of one turbine takes longer than a step may: the others do not wait for it, and it is set aside. */
    @Test
    void aTurbineThatAlwaysTimesOutIsSetAsideAndTheOthersGoOn() {
        Map<String, Integer> before = load(20);
        fleet.onShard(target, "create function slow() returns trigger language plpgsql as"
                + " $$ begin perform pg_sleep(30); return new; end $$",
                "create trigger slow before insert on readings"
                        + " for each row when (new.turbine_id = '" + turbine + "') execute function slow()");
        try (MoverRig rig = mover().start()) {
            rig.routing.record(three, "test");
            String problem = "select problem from turbine_move where step = 'set-aside'";
            await().atMost(Duration.ofSeconds(120)).until(() -> !fleet.askShard(source, problem).equals("no row"));
            assertThat(fleet.askShard(source, problem)).contains("timeout");
            assertThat(fleet.askShard(source, "select string_agg(distinct turbine_id, ',') from readings where"
                    + " turbine_hash(turbine_id) % 3 <> " + source.index())).as("all others are home").isEqualTo(
                            turbine);
            fleet.onShard(target, "drop trigger slow on readings");
            rig.requests.retry(turbine, "test");
            rig.awaitComplete(three);
            contents.mustBe(before, 3);
        }
    }

    /** A key of the target's own that the source's rows can't have. */
    @Test
    void aUniqueKeyThatOnlyTheTargetHasSetsTheTurbineAsideAndDeletesNothing() {
        Map<String, Integer> before = load(20);
        fleet.onShard(target, "create unique index odd on readings (turbine_id, ((wind_speed / 2)::integer))");
        try (MoverRig rig = mover().start()) {
            rig.routing.record(three, "test");
            String problem = "select problem from turbine_move where step = 'set-aside' and turbine_id = '" + turbine
                    + "'";
            await().atMost(Duration.ofSeconds(60)).until(() -> !fleet.askShard(source, problem).equals("no row"));
            assertThat(fleet.askShard(source, "select count(*) from readings where turbine_id = '" + turbine
                    + "'")).isEqualTo("20");
            fleet.onShard(target, "drop index odd");
            IntStream.rangeClosed(1, 24).mapToObj("AP-%04d"::formatted).forEach(
                    one -> rig.requests.retry(one, "test"));
            rig.awaitComplete(three);
            contents.mustBe(before, 3);
        }
    }

    /** The room of a turbine that left is used by the next ones: the table does not grow. */
    @Test
    void theSourceIsVacuumedSoThatWhatComesNextFindsRoom() {
        load(2_000);
        MoveSettings often = MoverRig.settings("box-1", 500, 1_000, 2_000);
        try (MoverRig rig = new MoverRig(fleet.address(), fleet.credentials(), fleet.fleetId(), often,
                Interruption.none()).start()) {
            rig.routing.record(three, "test");
            rig.awaitComplete(three);
            await().atMost(Duration.ofSeconds(60)).until(
                    () -> fleet.askRouting("select grant_id is null from mover_claim").equals("t"));
            assertThat(rig.registry.get("galewatch.mover.vacuums").tag("shard", source.name()).tag("outcome",
                    "done").counter().count()).isPositive();
            long after = size(source);
            contents.load(3, "select 'ZZ-' || t as turbine_id, timestamptz '2026-01-01 00:00Z' + i * interval '2 s' as"
                    + " read_at, i::real as wind_speed from generate_series(1, 3) t, generate_series(1, 2000) i");
            assertThat(
                    fleet.askShard(source, "select count(*) > 0 from readings where turbine_id like 'ZZ%'")).isEqualTo(
                            "t");
            assertThat(size(source)).as(
                    "bytes of the table, before and after the next turbine came").isLessThanOrEqualTo(
                            after + 2 * 8192);
        }
    }

    private long size(ShardId shard) {
        return Long.parseLong(fleet.askShard(shard, "select pg_relation_size('readings')"));
    }
}
