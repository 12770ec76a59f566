package io.galewatch.sim.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.galewatch.sim.lab.FaultRig.Holder;
import io.galewatch.sim.postgres.Server;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The owner is frozen (SIGSTOP) for longer than its lease, or killed (SIGKILL), at each moment of its work. Somebody takes
 * over in time, a frozen one is fenced when it wakes, and the checker finds everything once and at home.
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
                            one -> moment.hasCome(rig(), one)).findFirst());
            holder.box().freeze();
            if (moment.stillIs(rig(), shard) && rig().holder().equals(Optional.of(holder))) {
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
    @EnumSource(Moment.class)
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
    @EnumSource(Moment.class)
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

    /** Between its UPDATE and its COMMIT it holds the claim row's lock: that must not lock everyone out. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anOwnerThatFreezesOrDiesWhileRenewingLocksNobodyOut(boolean kill) throws Exception {
        rig().flip();
        Holder holder = rig().awaitHolder();
        Server routing = rig().fleet.databases().routing();
        try (Connection blocker = rig().superuser(routing)) {
            // The renewal waits behind this lock; it is stopped there, and then gets the lock while it cannot go on.
            blocker.setAutoCommit(false);
            blocker.createStatement().execute("select 1 from mover_claim for update");
            boolean renewing = io.galewatch.sim.process.Waiting.until(Duration.ofSeconds(20),
                    () -> rig().ask(routing, """
                        select 1 from pg_stat_activity where application_name like 'gw:%' and wait_event_type = 'Lock'
                           and query like '%mover_claim%'
                        """, row -> true).isPresent());
            assertThat(renewing).isTrue();
            rig().fleet.boxes().forEach(box -> {
                if (box.name().equals(holder.box().name())) {
                    box.freeze();
                }
            });
            blocker.rollback();
        }
        if (kill) {
            holder.box().kill();
        }
        Holder next = rig().awaitHolderAbove(holder.token());
        assertThat(next.box().name()).isNotEqualTo(holder.box().name());
        if (kill) {
            holder.box().start();
            holder.box().awaitReady();
        } else {
            holder.box().thaw();
        }
        rig().awaitComplete();
        rig().mustBeClean();
    }
}
