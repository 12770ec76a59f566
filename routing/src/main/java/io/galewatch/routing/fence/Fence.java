package io.galewatch.routing.fence;

import io.galewatch.routing.claim.Grant;
import io.galewatch.routing.db.Failure;
import io.galewatch.routing.map.ShardId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.OffsetDateTime;
import java.util.Optional;

/**
 * The two statements that the mover may say to a fence row, and the eviction that comes before the first.
 *
 * <p>
 * Fencing tokens: M. Kleppmann, "How to do distributed locking" (2016); M. Burrows, "The Chubby lock service" (OSDI 2006),
 * sequencers.
 */
public final class Fence {

    /** Of earlier grants only: a box that slept on its way here must not end the sessions of its own successor. */
    private static final String EVICT = """
        select count(*) filter (where pg_terminate_backend(pid))
          from pg_stat_activity
         where datname = current_database() and usename = current_user and pid <> pg_backend_pid()
           and application_name ~ '^gwm:[0-9]{1,18}:' and application_name <> ?
           and split_part(application_name, ':', 2)::bigint <= ?
        """;

    private static final String SEAL = """
        update mover_fence set token = ?, grant_id = ?, owner = ?, presented_grant = ?
         where token < ?
        returning incarnation
        """;

    private static final String ADVANCE = """
        update mover_fence set batches = batches + 1, presented_grant = ?
         where token = ? and grant_id = ? and incarnation = ? and incarnation = pg_postmaster_start_time()
        """;

    private Fence() {}

    /**
     * Ends every session of earlier grants on this shard. A client frozen inside COPY FROM STDIN keeps its locks past every
     * timeout that PostgreSQL has; only this ends it.
     *
     * @return how many sessions were ended
     */
    public static int evictOthers(Connection connection, Grant grant) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(EVICT)) {
            statement.setString(1, grant.sessionName());
            statement.setLong(2, grant.token());
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getInt(1);
            }
        }
    }

    /**
     * Raises the fence to the grant, if it is strictly lower. A transaction of its own on the given connection.
     *
     * @param lockTimeoutMillis how long to wait for a batch in flight
     */
    public static SealOutcome seal(Connection connection, ShardId shard, Grant grant, int lockTimeoutMillis)
            throws SQLException {
        connection.setAutoCommit(false);
        try (Statement settings = connection.createStatement();
                PreparedStatement statement = connection.prepareStatement(SEAL)) {
            // Looked at before it is waited for: a batch of a higher token holds the row, and is not ours to end.
            Optional<FenceState> before = FenceState.read(connection);
            if (before.filter(stored -> stored.token() >= grant.token()).isPresent()) {
                connection.rollback();
                return refused(shard, grant, before.get());
            }
            settings.execute("set local lock_timeout = " + lockTimeoutMillis);
            statement.setLong(1, grant.token());
            statement.setObject(2, grant.grantId());
            statement.setString(3, grant.owner());
            statement.setObject(4, grant.grantId());
            statement.setLong(5, grant.token());
            Optional<OffsetDateTime> incarnation = Optional.empty();
            try (ResultSet row = statement.executeQuery()) {
                if (row.next()) {
                    incarnation = Optional.of(row.getObject(1, OffsetDateTime.class));
                }
            }
            if (incarnation.isPresent()) {
                connection.commit();
                return new SealOutcome.Sealed(new Seal(shard, grant, incarnation.get()), false);
            }
            FenceState stored = FenceState.read(connection).orElseThrow(
                    () -> SealBrokenException.rowMissing(shard));
            connection.rollback();
            return refused(shard, grant, stored);
        } catch (SQLException e) {
            connection.rollback();
            if (Failure.of(e) == Failure.RETRY) {
                return new SealOutcome.Locked();
            }
            throw e;
        }
    }

    private static SealOutcome refused(ShardId shard, Grant grant, FenceState stored) {
        boolean mine = stored.token() == grant.token() && stored.grantId().equals(grant.grantId());
        if (mine && !stored.incarnation().isEqual(stored.serverStart())) {
            throw new SealBrokenException(shard, stored.token(), "it was restarted since our own earlier seal");
        }
        if (mine) {
            return new SealOutcome.Sealed(new Seal(shard, grant, stored.incarnation()), true);
        }
        return new SealOutcome.Refused(stored.token(), stored.grantId(), stored.owner());
    }

    /**
     * The first statement of every batch: advances the fence under the seal, and holds its row until commit.
     *
     * @throws FencedException the shard obeys another grant: stop, compete again
     * @throws SealBrokenException the shard was restarted or restored: seal again under a higher token
     */
    public static void advance(Connection connection, Seal seal) throws SQLException {
        Grant grant = seal.grant();
        int rows;
        try (PreparedStatement statement = connection.prepareStatement(ADVANCE)) {
            statement.setObject(1, grant.grantId());
            statement.setLong(2, grant.token());
            statement.setObject(3, grant.grantId());
            statement.setObject(4, seal.incarnation());
            rows = statement.executeUpdate();
        }
        if (rows == 1) {
            return;
        }
        connection.rollback();
        Optional<FenceState> stored = FenceState.read(connection);
        connection.rollback();
        throw refusal(seal, stored);
    }

    /**
     * Looks whether a shard still obeys a seal, without holding the fence: for what is read there, not for what is changed.
     *
     * @throws FencedException the shard obeys another grant
     * @throws SealBrokenException the shard was restarted or restored
     */
    public static void mustStillObey(Connection connection, Seal seal) throws SQLException {
        Optional<FenceState> stored = FenceState.read(connection);
        if (stored.filter(seal::isObeyed).isEmpty()) {
            throw refusal(seal, stored);
        }
    }

    private static RuntimeException refusal(Seal seal, Optional<FenceState> found) {
        Grant grant = seal.grant();
        if (found.isEmpty()) {
            return SealBrokenException.rowMissing(seal.shard());
        }
        FenceState stored = found.get();
        boolean foreign = !stored.grantId().equals(grant.grantId());
        if (stored.token() > grant.token() || stored.token() == grant.token() && foreign) {
            return new FencedException(seal, stored);
        }
        if (stored.token() < grant.token()) {
            return new SealBrokenException(seal.shard(), stored.token(),
                    "it was put back to an older state: its fence is at " + stored.token() + ", below our "
                            + grant.token());
        }
        return new SealBrokenException(seal.shard(), stored.token(), "it was restarted: sealed at "
                + seal.incarnation() + ", running since " + stored.serverStart());
    }
}
