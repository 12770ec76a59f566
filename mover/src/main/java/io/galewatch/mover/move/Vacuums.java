package io.galewatch.mover.move;

import io.galewatch.routing.map.ShardId;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Vacuums a source after many rows were deleted there. Autovacuum would come too, but only when a fifth of the table is dead:
 * until then ingest extends the table instead of using the room that was freed, and each probe of a loose index scan steps
 * over the dead entries of turbines that have left.
 *
 * <p>
 * Off the working threads, at autovacuum's own gentle pace, without the truncation that would lock ingest out. It changes no
 * row, so it needs no fence; a successor ends its session like any other.
 */
final class Vacuums implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(Vacuums.class);

    private final MoverSessions sessions;
    private final MoverMetrics metrics;
    private final long threshold;
    private final Map<ShardId, Long> dead = new ConcurrentHashMap<>();
    private final Map<ShardId, Statement> running = new ConcurrentHashMap<>();
    private final Set<ShardId> busy = ConcurrentHashMap.newKeySet();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    /** @param threshold deleted rows after which a shard is vacuumed; 0 for never */
    Vacuums(MoverSessions sessions, MoverMetrics metrics, long threshold) {
        this.sessions = sessions;
        this.metrics = metrics;
        this.threshold = threshold;
    }

    /** Rows were deleted on a shard. */
    void deleted(ShardId shard, long rows) {
        if (dead.merge(shard, rows, Long::sum) >= threshold) {
            begin(shard);
        }
    }

    /**
     * At the end of the work: vacuums what is left, and waits for all that is under way.
     *
     * @param goOn whether to wait on; asked after each pause
     * @throws HandOverException paused by an operator, or shutting down
     */
    void finish(Lease lease, Duration pause, BooleanSupplier goOn) {
        dead.forEach((shard, rows) -> {
            if (rows > 0) {
                begin(shard);
            }
        });
        while (!busy.isEmpty() && goOn.getAsBoolean()) {
            lease.await(pause, "all is at home; vacuum of " + busy + " after the deletes");
        }
    }

    private void begin(ShardId shard) {
        if (threshold > 0 && busy.add(shard)) {
            long rows = Objects.requireNonNullElse(dead.put(shard, 0L), 0L);
            threads.execute(() -> vacuum(shard, rows));
        }
    }

    private void vacuum(ShardId shard, long rows) {
        try {
            sessions.unhurried(shard, connection -> {
                try (Statement statement = connection.createStatement()) {
                    running.put(shard, statement);
                    statement.execute("set vacuum_cost_delay = '2ms'");
                    return statement.execute("vacuum (truncate false, skip_locked, parallel 0) readings");
                }
            });
            metrics.vacuumed(shard, "done");
            log.info("{} was vacuumed after {} rows were deleted", shard, rows);
        } catch (ShardFailureException e) {
            metrics.vacuumed(shard, "failed");
            log.warn("{} was not vacuumed after {} rows were deleted, autovacuum will come: {}", shard, rows,
                    e.reason());
        } finally {
            running.remove(shard);
            busy.remove(shard);
        }
    }

    /** Ends what is running: the next holder's deletes, or autovacuum, bring it again. */
    @Override
    public void close() {
        running.forEach((shard, statement) -> {
            try {
                statement.cancel();
            } catch (SQLException e) {
                log.debug("the vacuum of {} can't be cancelled; its session ends with the grant", shard, e);
            }
        });
        threads.shutdown();
    }
}
