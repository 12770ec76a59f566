package io.galewatch.routing.fence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.galewatch.routing.claim.Grant;
import io.galewatch.routing.db.Failure;
import io.galewatch.routing.db.Role;
import io.galewatch.routing.db.ShardPools;
import io.galewatch.routing.map.ShardId;
import io.galewatch.routing.testing.TestFleet;
import io.galewatch.routing.testing.TestPostgres;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The shard keeps the score: an older grant changes nothing, whoever it is and whatever it tries. */
class FenceTest {

    private static final ShardId SHARD = new ShardId(0);
    private static final String READING = "('AP-0001', '2026-04-01T00:00:00Z')";

    private final TestFleet fleet = TestPostgres.shared().createFleet(1, 1);
    private final ShardPools mover = fleet.shards(Role.MOVER);

    @AfterEach
    void close() {
        fleet.close();
    }

    private static Grant grant(long token) {
        return new Grant("mover", token, UUID.randomUUID(), "box-" + token, Duration.ofSeconds(60));
    }

    private SealOutcome trySeal(Grant grant) throws SQLException {
        try (Connection connection = mover.of(SHARD).getConnection()) {
            return Fence.seal(connection, SHARD, grant, 200);
        }
    }

    private Seal seal(Grant grant) throws SQLException {
        return ((SealOutcome.Sealed) trySeal(grant)).seal();
    }

    /** One batch: the fence, then a statement, then commit. */
    private int batch(Seal seal, String sql) throws SQLException {
        try (Connection connection = mover.of(SHARD).getConnection()) {
            connection.setAutoCommit(false);
            try (Statement statement = connection.createStatement()) {
                Fence.advance(connection, seal);
                int rows = statement.executeUpdate(sql);
                connection.commit();
                return rows;
            } finally {
                connection.rollback();
            }
        }
    }

    private static void assertFailure(Failure expected, ThrowingCallable call) {
        assertThatThrownBy(call).satisfies(error -> assertThat(Failure.of(error)).as("%s", error).isEqualTo(expected));
    }

    @Test
    void anOlderTokenNeitherInsertsNorDeletes() throws SQLException {
        Seal old = seal(grant(17));
        assertThat(batch(old, "insert into readings (turbine_id, read_at) values " + READING)).isEqualTo(1);
        Seal next = seal(grant(18));

        assertThatThrownBy(() -> batch(old, "delete from readings")).isInstanceOfSatisfying(FencedException.class,
                fenced -> {
                    assertThat(fenced.storedToken()).isEqualTo(18);
                    assertThat(fenced.storedOwner()).isEqualTo("box-18");
                    assertThat(fenced).hasMessageContainingAll("shard-1", "token 17", "18");
                });
        assertThatThrownBy(() -> batch(old,
                "insert into readings (turbine_id, read_at) values ('AP-0002', now())")).isInstanceOf(
                        FencedException.class);
        assertThat(fleet.askShard(SHARD, "select count(*) from readings")).isEqualTo("1");
        assertThat(batch(next, "delete from readings")).isEqualTo(1);
        assertThat(fleet.askShard(SHARD, "select batches from mover_fence")).isEqualTo("2");
    }

    @Test
    void theSameTokenOfAnotherGrantIsFencedToo() throws SQLException {
        Seal mine = seal(grant(5));
        Seal twin = new Seal(SHARD, grant(5), mine.incarnation());
        assertThatThrownBy(() -> batch(twin, "delete from readings")).isInstanceOf(FencedException.class);
    }

    @Test
    void sealsOnlyUpwards() throws SQLException {
        Grant seven = grant(7);
        assertThat(trySeal(seven)).isInstanceOfSatisfying(SealOutcome.Sealed.class,
                sealed -> assertThat(sealed.earlier()).isFalse());
        assertThat(trySeal(seven)).as("its answer was lost").isInstanceOfSatisfying(SealOutcome.Sealed.class,
                sealed -> assertThat(sealed.earlier()).isTrue());
        assertThat(trySeal(grant(7))).isEqualTo(new SealOutcome.Refused(7, seven.grantId(), "box-7"));
        assertThat(trySeal(grant(6))).isEqualTo(new SealOutcome.Refused(7, seven.grantId(), "box-7"));
        assertThat(trySeal(grant(8))).isInstanceOf(SealOutcome.Sealed.class);
    }

    @Test
    void aSealDoesNotWaitForABatchAndEvictionEndsIt() throws SQLException {
        Seal old = seal(grant(1));
        Grant next = grant(2);
        ShardPools frozen = ShardPools.open(fleet.address(), fleet.fleetId(), Role.MOVER,
                fleet.credentials(), old.grant().sessionName(), 1, TestFleet.limits());
        try (frozen; Connection batch = frozen.of(SHARD).getConnection()) {
            batch.setAutoCommit(false);
            Fence.advance(batch, old);
            assertThat(trySeal(next)).isInstanceOf(SealOutcome.Locked.class);
            try (Connection connection = mover.of(SHARD).getConnection()) {
                assertThat(Fence.evictOthers(connection, old.grant())).as("its own sessions stay").isZero();
                assertThat(Fence.evictOthers(connection, next)).isEqualTo(1);
            }
            assertThat(trySeal(next)).isInstanceOf(SealOutcome.Sealed.class);
            assertFailure(Failure.CONNECTION, () -> batch.createStatement().execute("delete from readings"));
        }
    }

    @Test
    void aRestoredOrRestartedShardIsNotFencedButAsksForANewSeal() throws SQLException {
        Seal sealed = seal(grant(9));
        Seal beforeRestart = new Seal(SHARD, sealed.grant(), sealed.incarnation().minusMinutes(1));
        assertThatThrownBy(() -> batch(beforeRestart, "delete from readings")).isInstanceOf(
                SealBrokenException.class).hasMessageContaining("restarted");
        fleet.onShard(SHARD, "alter table mover_fence disable trigger all", "update mover_fence set token = 3",
                "alter table mover_fence enable always trigger keeps_score",
                "alter table mover_fence enable always trigger stays_one_row");
        assertThatThrownBy(() -> batch(sealed, "delete from readings")).isInstanceOf(
                SealBrokenException.class).hasMessageContaining("put back");
    }

    @ParameterizedTest
    @ValueSource(strings = {"insert into readings (turbine_id, read_at) values ('x', now())", "delete from readings",
        "update turbine_move set step = 'done'",
        "insert into turbine_move (turbine_id, source, target, map_id, epoch, step, token, grant_id, owner) values ('x', 0, 1, gen_random_uuid(), 1, 'done', 1, gen_random_uuid(), 'me')",
        "insert into reading_conflict (turbine_id, read_at, source, map_id, epoch, token) values ('x', now(), 0, gen_random_uuid(), 1, 1)"})
    void withoutTheFenceTheMoverChangesNothing(String sql) throws SQLException {
        seal(grant(1));
        assertFailure(Failure.GUARD, () -> asMover(sql));
        assertFailure(Failure.GUARD, () -> asMover(
                "create temporary table mover_fence (advanced_by xid8); set local search_path = pg_temp, public; "
                        + "insert into mover_fence values (pg_current_xact_id()); " + sql));
    }

    @ParameterizedTest
    @ValueSource(strings = {"truncate readings", "alter table readings disable trigger guard",
        "set session_replication_role = replica", "drop table readings", "update readings set wind_speed = 1",
        "update mover_fence set incarnation = now()", "update mover_fence set advanced_by = pg_current_xact_id()",
        "delete from mover_fence", "insert into mover_fence select * from mover_fence",
        "update shard_map set shards = 9", "set role galewatch_owner", "delete from turbine_move"})
    void theMoverHasNoRightToGoRound(String sql) throws SQLException {
        seal(grant(1));
        assertFailure(Failure.PERMISSION, () -> asMover(sql));
    }

    @ParameterizedTest
    @ValueSource(strings = {"update mover_fence set token = 0", "update mover_fence set batches = batches + 1",
        "update mover_fence set token = token + 1", "update mover_fence set grant_id = gen_random_uuid()",
        "update mover_fence set token = token + 1, grant_id = gen_random_uuid()",
        "update mover_fence set presented_grant = gen_random_uuid()"})
    void theFenceRowTakesOnlyTheTwoStatements(String sql) throws SQLException {
        Grant first = grant(4);
        seal(first);
        assertFailure(Failure.GUARD, () -> asMover(sql));
        assertThat(fleet.askShard(SHARD, "select token || ' ' || grant_id from mover_fence")).isEqualTo(
                "4 " + first.grantId());
    }

    @Test
    void aStrayIsRefusedEvenBehindTheFence() throws SQLException {
        try (TestFleet two = TestPostgres.shared().createFleet(2, 2)) {
            Grant grant = grant(1);
            ShardId wrong = two.firstMap().home("AP-0163").index() == 0 ? new ShardId(1) : new ShardId(0);
            try (Connection connection = two.shards(Role.MOVER).of(wrong).getConnection()) {
                Seal seal = ((SealOutcome.Sealed) Fence.seal(connection, wrong, grant, 200)).seal();
                Fence.advance(connection, seal);
                assertFailure(Failure.STRAY, () -> connection.createStatement().execute(
                        "insert into readings (turbine_id, read_at) values ('AP-0163', now())"));
                connection.rollback();
            }
        }
    }

    private void asMover(String sql) throws SQLException {
        try (Connection connection = mover.of(SHARD).getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            try {
                statement.execute(sql);
                connection.commit();
            } finally {
                connection.rollback();
            }
        }
    }
}
