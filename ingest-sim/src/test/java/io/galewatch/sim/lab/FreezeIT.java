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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The owner is frozen (SIGSTOP) for longer than its lease, or killed (SIGKILL), between two batches, or told to end. At the
 * other moments of its work the scenarios do that ({@code ScenariosIT}).
 */
class FreezeIT {

    @TempDir
    static Path directory = Path.of("");

    private static Optional<FaultRig> started = Optional.empty();

    @BeforeAll
    static void start() throws Exception {
        started = Optional.of(FaultRig.start(directory.resolve("fleet"), 25_000, 240_000,
                Map.of("galewatch.move.max-rows-per-second", "120000")));
    }

    @AfterAll
    static void stop() {
        started.ifPresent(FaultRig::close);
    }

    private static FaultRig rig() {
        return started.orElseThrow();
    }

    /** Lets the owner come to a moment and stops it there; one that was gone before the signal arrived is tried again. */
    private static Holder freezeAt(Moment moment) throws InterruptedException {
        rig().flip();
        while (true) {
            Holder holder = rig().awaitHolder();
            Server shard = FaultRig.until(moment + " is reached",
                    () -> rig().fleet.databases().shards().stream().filter(
                            one -> moment.hasCome(one)).findFirst());
            holder.box().freeze();
            if (moment.stillIs(shard) && rig().holder().equals(Optional.of(holder))) {
                return holder;
            }
            holder.box().thaw();
            if (rig().fleet.admin().status().filter(RebalanceStatus::complete).isPresent()) {
                rig().awaitComplete();
                rig().flip();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = "BETWEEN")
    void aFrozenOwnerIsReplacedInTimeAndFencedWhenItWakes(Moment moment) throws Exception {
        Holder frozen = freezeAt(moment);
        Holder next = rig().awaitHolderAbove(frozen.token());
        assertThat(next.box().name()).isNotEqualTo(frozen.box().name());
        await().atMost(Duration.ofSeconds(30)).until(() -> rig().fleet.databases().shards().stream().allMatch(
                shard -> rig().ask(shard, "select token from mover_fence", row -> row.getLong(1)).orElse(
                        0L) > frozen.token()));
        rig().takeoverWasInTime(frozen.token());

        frozen.box().thaw();
        await().atMost(Duration.ofSeconds(30)).until(() -> rig().fencedRejections(frozen.box(), frozen.token()) > 0);
        rig().awaitComplete();
        rig().mustBeClean();
    }

    @ParameterizedTest
    @EnumSource(names = "BETWEEN")
    void aKilledOwnerIsReplacedInTime(Moment moment) throws Exception {
        Holder killed = freezeAt(moment);
        killed.box().kill();
        Holder next = rig().awaitHolderAbove(killed.token());
        assertThat(next.box().name()).isNotEqualTo(killed.box().name());
        rig().awaitComplete();
        rig().takeoverWasInTime(killed.token());
        rig().mustBeClean();
        killed.box().start();
        killed.box().awaitReady();
    }

    /** Worker first, then the claim, then the pools: otherwise it could not give the claim back. */
    @Test
    void anOwnerThatIsToldToEndGivesTheClaimBack() throws Exception {
        rig().flip();
        Holder holder = rig().awaitHolder();
        holder.box().stop();
        Holder next = rig().awaitHolderAbove(holder.token());
        assertThat(rig().ask(rig().fleet.databases().routing(),
                "select cause from claim_grant where token = " + next.token(),
                row -> row.getString(1))).contains("released");
        rig().awaitComplete();
        rig().mustBeClean();
        holder.box().start();
        holder.box().awaitReady();
    }
}
