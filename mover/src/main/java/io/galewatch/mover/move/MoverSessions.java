package io.galewatch.mover.move;

import io.galewatch.routing.claim.Grant;
import io.galewatch.routing.db.ShardPools;
import io.galewatch.routing.fleet.ShardMaps;
import io.galewatch.routing.map.ShardId;
import io.galewatch.routing.map.ShardMap;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The database sessions of one grant. They carry its token and grant id in their name, so that the next holder finds and
 * ends them; they end with the grant.
 *
 * <p>
 * A watchdog aborts a connection whose step is over age: a socket timeout does not end a blocked write of COPY data. It
 * never renews anything.
 */
final class MoverSessions implements AutoCloseable {

    /** Opens the pools of a grant. */
    @FunctionalInterface
    interface Opener {
        ShardPools open(Grant grant);
    }

    /** Work on a connection. */
    @FunctionalInterface
    interface Work<T> {
        T with(Connection connection) throws SQLException;
    }

    private final ShardPools pools;
    private final Duration stepLimit;
    private final ScheduledExecutorService watchdog = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("mover-watchdog").factory());

    MoverSessions(ShardPools pools, Duration stepLimit) {
        this.pools = pools;
        this.stepLimit = stepLimit;
    }

    List<ShardId> shards() {
        return pools.shards();
    }

    boolean knows(ShardId shard) {
        return pools.knows(shard);
    }

    /** Work outside of a transaction: each statement is one. */
    <T> T reading(ShardId shard, Work<T> work) {
        return guarded(shard, true, work);
    }

    /** Work in one READ COMMITTED transaction, which the work itself commits. */
    <T> T inTransaction(ShardId shard, Work<T> work) {
        return guarded(shard, false, work);
    }

    /**
     * Work outside of a transaction that may take as long as it takes, and that nobody waits for: without the time limits of
     * server, socket and watchdog.
     */
    <T> T unhurried(ShardId shard, Work<T> work) {
        try (Connection connection = pools.of(shard).getConnection()) {
            connection.setAutoCommit(true);
            connection.setNetworkTimeout(Runnable::run, 0);
            try (Statement statement = connection.createStatement()) {
                statement.execute("set statement_timeout = 0");
                statement.execute("set transaction_timeout = 0");
                T result = work.with(connection);
                statement.execute("reset all");
                return result;
            } catch (SQLException e) {
                connection.abort(Runnable::run);
                throw e;
            }
        } catch (SQLException e) {
            throw new ShardFailureException(shard, e);
        }
    }

    /** Brings a shard to a map, as {@link ShardMaps#offer}. */
    ShardMap offer(ShardId shard, ShardMap map) {
        try {
            return ShardMaps.offer(pools.of(shard), map);
        } catch (SQLException e) {
            throw new ShardFailureException(shard, e);
        }
    }

    private <T> T guarded(ShardId shard, boolean autoCommit, Work<T> work) {
        try (Connection connection = pools.of(shard).getConnection()) {
            AtomicBoolean brokenOff = new AtomicBoolean();
            Future<?> abort = watchdog.schedule(() -> abort(connection, brokenOff), stepLimit.toNanos(),
                    TimeUnit.NANOSECONDS);
            try {
                connection.setAutoCommit(autoCommit);
                return work.with(connection);
            } catch (SQLException e) {
                throw brokenOff.get()
                        ? new SQLException("broken off after galewatch.move.step-limit (" + stepLimit.toMillis()
                                + " ms): " + e.getMessage(), e.getSQLState(), e)
                        : e;
            } finally {
                abort.cancel(false);
            }
        } catch (SQLException e) {
            throw new ShardFailureException(shard, e);
        }
    }

    private static Void abort(Connection connection, AtomicBoolean brokenOff) throws SQLException {
        brokenOff.set(true);
        connection.abort(Runnable::run);
        return null;
    }

    @Override
    public void close() {
        watchdog.shutdownNow();
        pools.close();
    }
}
