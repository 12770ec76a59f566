package io.galewatch.sim.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.galewatch.sim.lab.FaultRig.Holder;
import io.galewatch.sim.postgres.Server;
import io.galewatch.sim.scenario.Moment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Databases are stopped and restarted and answers are lost in the middle of a rebalance, with live turbines. */
class DatabaseFaultsIT {

    @TempDir
    static Path directory = Path.of("");

    private static Optional<FaultRig> started = Optional.empty();

    @BeforeAll
    static void start() throws Exception {
        started = Optional.of(FaultRig.start(directory.resolve("fleet"), 25_200, 240_000,
                Map.of("galewatch.move.batch-rows", "20000", "galewatch.move.window-rows", "20000",
                        "galewatch.move.max-rows-per-second", "20000")));
    }

    @AfterAll
    static void stop() {
        started.ifPresent(FaultRig::close);
    }

    private static FaultRig rig() {
        return started.orElseThrow();
    }

    private static Server routing() {
        return rig().fleet.databases().routing();
    }

    /** Flips, and waits until the giant is being copied: there is much left to do then. */
    private static Holder flipAndAwaitCopying() throws InterruptedException {
        rig().flip();
        Holder holder = rig().awaitHolder();
        awaitCopying();
        return holder;
    }

    private static Server awaitCopying() {
        return FaultRig.until("the giant is being copied", () -> rig().fleet.databases().shards().stream().filter(
                shard -> rig().ask(shard, "select 1 from turbine_move where step = 'copying' and rows_moved >= 20000"
                        + " and rows_moved < 200000", row -> true).isPresent()).findFirst());
    }

    @Test
    void theRoutingDatabaseIsAwayForLongerThanTheLease() throws Exception {
        flipAndAwaitCopying();
        routing().stopFast();
        long acknowledged = rig().acknowledged();
        await().atMost(Duration.ofSeconds(60)).until(() -> rig().acknowledged() > acknowledged + 12 * 5);
        Duration awayFor = FaultRig.LEASE.plusSeconds(2);
        long until = System.nanoTime() + awayFor.toNanos();
        await().atMost(Duration.ofSeconds(60)).until(() -> System.nanoTime() > until);
        routing().start();
        rig().awaitComplete();
        rig().mustBeClean();
    }

    @Test
    void aShardIsRestartedInTheMiddleOfADelete() throws Exception {
        rig().flip();
        Server source = FaultRig.until("something is being deleted",
                () -> rig().fleet.databases().shards().stream().filter(
                        shard -> Moment.DELETE.hasCome(shard)).findFirst());
        source.restart();
        rig().awaitComplete();
        rig().mustBeClean();
    }

    @Test
    void theAnswerToACommitIsLostAndNothingIsDoneTwice() throws Exception {
        Holder owner = flipAndAwaitCopying();
        Server target = awaitCopying();
        rig().fleet.links().between(owner.box().name(), target.name()).loseAnswerTo("COMMIT");
        rig().awaitComplete();
        rig().fleet.links().pass();
        rig().mustBeClean();
        long newest = rig().ask(routing(), "select max(epoch) from routing_epoch", row -> row.getLong(1)).orElseThrow();
        long copied = 0;
        long deleted = 0;
        for (int i = 0; i < rig().fleet.databases().shards().size(); i++) {
            Server shard = rig().fleet.databases().shards().get(i);
            copied += moved(shard, newest, "target = " + i);
            deleted += moved(shard, newest, "source = " + i);
        }
        assertThat(copied).as("rows copied, each counted once").isEqualTo(deleted).isGreaterThanOrEqualTo(240_000);
    }

    private static long moved(Server shard, long epoch, String where) {
        return rig().ask(shard,
                "select coalesce(sum(rows_moved), 0) from turbine_move where epoch = " + epoch + " and " + where,
                row -> row.getLong(1)).orElseThrow();
    }

    @Test
    void aLinkThatSwallowsEverythingIsGivenUpByBothEnds() throws Exception {
        Holder owner = flipAndAwaitCopying();
        Server target = awaitCopying();
        rig().fleet.links().between(owner.box().name(), target.name()).stall();
        FaultRig.until("the owner reports the trouble or is replaced", () -> rig().holder().filter(
                holder -> holder.token() != owner.token()).or(
                        () -> rig().ask(routing(),
                                "select 1 from mover_claim where reason <> ''", row -> owner)));
        rig().fleet.links().pass();
        rig().awaitComplete();
        rig().mustBeClean();
    }
}
