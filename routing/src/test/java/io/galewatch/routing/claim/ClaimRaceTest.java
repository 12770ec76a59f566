package io.galewatch.routing.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.galewatch.routing.db.Failure;
import io.galewatch.routing.db.Role;
import io.galewatch.routing.testing.TestFleet;
import io.galewatch.routing.testing.TestPostgres;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Only one holds the claim, every grant has a higher token, and an old grant can do nothing with it. */
class ClaimRaceTest {

    private static final Duration LEASE = Duration.ofSeconds(60);

    private final TestFleet fleet = TestPostgres.shared().createFleet(1, 1);
    private final Claim claim = new Claim(fleet.routing(Role.MOVER), "mover");

    @AfterEach
    void close() {
        fleet.close();
    }

    private Grant take(String owner) {
        return ((TakeOutcome.Won) claim.take(owner, LEASE, 0)).grant();
    }

    /** As if the lease had run out, for the database's clock is the only one that counts. */
    private void expire() {
        fleet.onRouting(
                "update mover_claim set renewed_at = clock_timestamp() - interval '70 s', expires_at = clock_timestamp() - interval '10 s'");
    }

    @Test
    void ofManyThreadsOneWinsAndTokensRise() throws Exception {
        List<Grant> winners = new ArrayList<>();
        int threads = 16;
        try (ExecutorService parallel = Executors.newFixedThreadPool(threads)) {
            for (int round = 0; round < 10; round++) {
                CyclicBarrier start = new CyclicBarrier(threads);
                List<Callable<TakeOutcome>> takers = new ArrayList<>();
                for (int i = 0; i < threads; i++) {
                    String owner = "box-" + i;
                    takers.add(() -> {
                        start.await(60, TimeUnit.SECONDS);
                        return claim.take(owner, LEASE, 0);
                    });
                }
                List<Grant> won = new ArrayList<>();
                for (Future<TakeOutcome> outcome : parallel.invokeAll(takers)) {
                    if (outcome.get() instanceof TakeOutcome.Won one) {
                        won.add(one.grant());
                    }
                }
                assertThat(won).as("round %d", round).hasSize(1);
                winners.addAll(won);
                if (round % 2 == 0) {
                    expire();
                } else {
                    assertThat(claim.release(won.getFirst(), "test")).isTrue();
                }
            }
        }
        assertThat(winners).extracting(Grant::token).isSorted().doesNotHaveDuplicates();
        assertThat(winners).extracting(Grant::grantId).doesNotHaveDuplicates();
        assertThat(fleet.askRouting("select count(*) from claim_grant")).isEqualTo("10");
    }

    @Test
    void anOldGrantCanNeitherRenewNorRelease() {
        Grant old = take("box-1");
        expire();
        assertThat(claim.renew(old, 1, "test")).as("nobody acted in between").isTrue();
        expire();
        Grant next = take("box-2");
        assertThat(next.token()).isGreaterThan(old.token());
        assertThat(claim.renew(old, 2, "test")).isFalse();
        assertThat(claim.release(old, "test")).isFalse();
        assertThat(claim.remint(old, 100)).isEmpty();
        assertThat(claim.read().owner()).isEqualTo("box-2");
        assertThat(claim.renew(next, 1, "test")).isTrue();
    }

    @Test
    void theSameTokenUnderAnotherGrantIsAnothersClaim() {
        Grant mine = take("box-1");
        Grant twin = new Grant(mine.role(), mine.token(), new UUID(1, 1), "box-2", LEASE);
        assertThat(claim.renew(twin, 1, "test")).isFalse();
        assertThat(claim.release(twin, "test")).isFalse();
        assertThat(claim.renew(mine, 1, "test")).isTrue();
    }

    @Test
    void aRowThatIsLockedIsNotWaitedFor() throws Exception {
        try (Connection frozen = fleet.routingSuperuser()) {
            frozen.setAutoCommit(false);
            frozen.createStatement().execute("select * from mover_claim for update");
            assertThat(claim.take("box-1", LEASE, 0)).isInstanceOf(TakeOutcome.Busy.class);
            frozen.rollback();
        }
        assertThat(claim.take("box-1", LEASE, 0)).isInstanceOf(TakeOutcome.Won.class);
    }

    @Test
    void aRenewalThatWaitedForTheRowLastsAFullLeaseFromThen() throws Exception {
        Grant grant = take("box-1");
        try (ExecutorService other = Executors.newSingleThreadExecutor();
                Connection holder = fleet.routingSuperuser()) {
            holder.setAutoCommit(false);
            holder.createStatement().execute("select 1 from mover_claim for update");
            Future<Boolean> renewal = other.submit(() -> claim.renew(grant, 1, ""));
            Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> fleet.askRouting(
                    "select count(*) from pg_stat_activity where wait_event_type = 'Lock' and query like '%mover_claim%'").equals(
                            "1"));
            String released = fleet.askRouting("select clock_timestamp()");
            holder.rollback();
            assertThat(renewal.get(10, TimeUnit.SECONDS)).isTrue();
            assertThat(fleet.askRouting(
                    "select renewed_at >= '" + released + "' and expires_at >= timestamptz '" + released
                            + "' + lease from mover_claim")).isEqualTo("t");
        }
    }

    @Test
    void heldPausedAndClockBack() {
        Grant first = take("box-1");
        assertThat(claim.take("box-2", LEASE, 0)).isEqualTo(new TakeOutcome.Held("box-1", first.token()));
        fleet.onRouting("insert into mover_pause (paused_by, reason) values ('op', 'why')");
        expire();
        assertThat(claim.take("box-2", LEASE, 0)).isEqualTo(new TakeOutcome.Paused("op", "why"));
        fleet.onRouting("delete from mover_pause",
                "update mover_claim set renewed_at = clock_timestamp() + interval '1 h', expires_at = clock_timestamp() + interval '2 h'");
        assertThat(((TakeOutcome.Won) claim.take("box-2", LEASE, 0)).cause()).isEqualTo("clock-back");
    }

    @Test
    void mintsAboveWhatWasSeenAndNeverGoesBack() {
        Grant first = take("box-1");
        Grant higher = claim.remint(first, 40).orElseThrow();
        assertThat(higher.token()).isEqualTo(41);
        assertThat(claim.renew(first, 1, "test")).isFalse();
        expire();
        assertThat(((TakeOutcome.Won) claim.take("box-2", LEASE, 99)).grant().token()).isEqualTo(100);
        assertThatThrownBy(() -> fleet.onRouting("update mover_claim set token = 5")).satisfies(
                error -> assertThat(Failure.of(error)).isEqualTo(Failure.GUARD));
    }
}
