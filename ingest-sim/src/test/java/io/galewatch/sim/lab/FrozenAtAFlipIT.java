package io.galewatch.sim.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.galewatch.sim.postgres.Server;
import io.galewatch.sim.turbines.Serials;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The worst moment for a flip: the routing database is down, one box is frozen in the middle of an ingest transaction on one
 * shard, the mover is frozen in the middle of a batch on another, and both hold the map there. The flip is made on the third
 * shard only, so that everybody has to hear of it from a refusal. The server's own limits would end the mover's session
 * after half a minute, long after the deadlines here.
 */
class FrozenAtAFlipIT {

    private static final Duration SECONDS = Duration.ofSeconds(20);
    private static final Duration LONG = Duration.ofSeconds(90);
    private static final String HOLDS_THE_MAP = """
        select 1 from pg_locks l join pg_stat_activity a on a.pid = l.pid
         where l.locktype = 'advisory' and l.mode = 'ShareLock' and l.granted
           and (l.classid::bigint << 32 | l.objid::bigint) = map_lock_key()
           and a.application_name like '%s' and %s
        """;
    /** The last statement of a batch was answered, and its COMMIT is on the way. */
    private static final String MOVER_HOLDS = HOLDS_THE_MAP.formatted("gwm:%", "a.state = 'idle in transaction'");
    private static final String INGEST_HOLDS = HOLDS_THE_MAP.formatted("gw:%", "a.wait_event_type = 'Lock'");

    @TempDir
    Path directory = Path.of("");

    @Test
    void theOtherBoxesIngestGoesOn() throws Exception {
        Map<String, String> settings = Map.of("galewatch.claim.lease", "3m", "galewatch.move.step-limit", "60s",
                "galewatch.move.batch-rows", "2000", "galewatch.move.window-rows", "2000");
        try (FaultRig rig = FaultRig.start(directory.resolve("fleet"), 26_200, 240_000, settings)) {
            rig.flip();
            Server target = rig.fleet.databases().shards().getLast();
            Box mover = freezeWhileItHoldsTheMapOf(rig, target);
            Server busy = rig.fleet.databases().shards().get(0);
            Server third = rig.fleet.databases().shards().get(1);
            List<Box> others = rig.fleet.boxes().stream().filter(box -> !box.name().equals(mover.name())).toList();
            rig.turbinesSendTo(others);
            long epoch = rig.ask(target, "select epoch from shard_map", row -> row.getLong(1)).orElseThrow();
            rig.fleet.databases().routing().stopFast();
            try (Connection blocker = rig.superuser(busy)) {
                Box ingesting = freezeInsideIngest(rig, others.getFirst(), busy, blocker);
                rig.turbinesSendTo(List.of(others.getLast()));
                rig.flipOn(third, epoch + 1);

                await("every shard obeys the newer map").atMost(SECONDS).until(
                        () -> rig.fleet.databases().shards().stream().allMatch(
                                shard -> rig.ask(shard, "select epoch from shard_map",
                                        row -> row.getLong(1)).orElseThrow() > epoch));
                long acknowledged = rig.acknowledged();
                await("readings are acknowledged").atMost(SECONDS).until(
                        () -> rig.acknowledged() > acknowledged + 12 * 2);
                blocker.rollback();
                ingesting.thaw();
            }
            rig.fleet.links().pass();
            mover.thaw();
            rig.turbinesSendTo(rig.fleet.boxes());
            rig.fleet.databases().routing().start();
            await("the routing database learns the map").atMost(LONG).until(
                    () -> rig.ask(rig.fleet.databases().routing(), "select max(epoch) from routing_epoch",
                            row -> row.getLong(1)).orElseThrow() == epoch + 1);
            rig.awaitComplete();
            assertThat(rig.refused()).isZero();
            rig.mustBeClean();
        }
    }

    /** Answers take a while to the mover, so that there is time between the end of its last statement and its COMMIT. */
    private static Box freezeWhileItHoldsTheMapOf(FaultRig rig, Server shard) {
        Box mover = rig.awaitHolder().box();
        FaultRig.until("the mover is at work", () -> rig.ask(shard,
                "select 1 from turbine_move where step = 'copying' and rows_moved > 0", row -> true));
        // Not sooner and not slower, or it would not get its connections.
        rig.fleet.links().between(mover.name(), shard.name()).delay(Duration.ofMillis(400));
        while (true) {
            FaultRig.until("the mover holds the map of " + shard.name(),
                    () -> rig.ask(shard, MOVER_HOLDS, row -> true));
            mover.freeze();
            // By then its COMMIT would have arrived, unless it was caught before it sent that.
            boolean caught = FaultRig.until("its COMMIT has come or does not come", () -> rig.ask(shard, MOVER_HOLDS
                    + " and clock_timestamp() - a.state_change > interval '3 seconds'", row -> true).or(
                            () -> rig.ask(shard, MOVER_HOLDS, row -> true).isPresent()
                                    ? Optional.empty()
                                    : Optional.of(false)));
            if (caught) {
                return mover;
            }
            mover.thaw();
        }
    }

    /** The same reading, uncommitted, makes it wait with the map in hand. */
    private static Box freezeInsideIngest(FaultRig rig, Box box, Server shard, Connection blocker) throws SQLException {
        int index = rig.fleet.databases().shards().indexOf(shard);
        String serial = Serials.ardnavePoint(12).stream().filter(
                one -> rig.ask(shard, "select turbine_hash('" + one + "') % 3",
                        row -> row.getInt(1)).orElseThrow() == index).findFirst().orElseThrow();
        blocker.setAutoCommit(false);
        blocker.createStatement().execute(
                "insert into readings (turbine_id, read_at) values ('" + serial + "', '2020-01-01T00:00:00Z')");
        try (HttpClient http = HttpClient.newHttpClient()) {
            var answer = http.sendAsync(HttpRequest.newBuilder(box.url().resolve("/readings")).header("Content-Type",
                    "application/json").POST(
                            HttpRequest.BodyPublishers.ofString(
                                    "[{\"turbine\":\"" + serial + "\",\"at\":\"2020-01-01T00:00:00Z\"}]")).build(),
                    HttpResponse.BodyHandlers.discarding());
            FaultRig.until(box.name() + " holds the map of " + shard.name(),
                    () -> rig.ask(shard, INGEST_HOLDS, row -> true));
            box.freeze();
            answer.cancel(true);
            http.shutdownNow();
        }
        return box;
    }
}
