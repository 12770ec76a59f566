package io.galewatch.mover.move;

import io.galewatch.mover.move.Interruption.Point;
import io.galewatch.routing.db.Failure;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/**
 * Copies a turbine's rows to its home, in key order, from the watermark on. A chunk is read from the source into memory
 * while the one before it is written, so neither shard waits for the other inside a transaction.
 */
final class CopyStep {

    private static final int SLICE = 64 * 1024;

    private final Move move;

    CopyStep(Move move) {
        this.move = move;
    }

    void run() {
        Optional<PgInstant> watermark = move.onTarget(
                connection -> move.tools().journal().begin(connection, move.misplaced(), "copying"));
        try (ExecutorService readAhead = Executors.newVirtualThreadPerTaskExecutor()) {
            Chunk chunk = read(watermark);
            while (chunk.rows() > 0) {
                Optional<PgInstant> last = chunk.last();
                Future<Chunk> next = readAhead.submit(() -> read(last));
                write(chunk);
                move.at(Point.COPY_COMMITTED);
                throttle(chunk.rows());
                chunk = await(next);
            }
        }
        move.at(Point.COPIED);
    }

    /** Writes one window's rows again, where verify found some missing on the target. */
    void again(Window window, Chunk chunk) {
        move.onTarget(connection -> {
            long rows = throughStaging(connection, chunk);
            move.tools().journal().advance(connection, move.misplaced(), window.upTo(), rows, 0);
            return rows;
        });
        move.tools().lease().progressed();
    }

    private Chunk read(Optional<PgInstant> after) {
        return move.rows().chunk(move.misplaced().source(), after, Optional.empty(),
                move.tools().settings().batchRows());
    }

    private void write(Chunk chunk) {
        long started = move.tools().nanoTime().getAsLong();
        long rows = move.onTarget(connection -> {
            move.at(Point.COPY_FENCED);
            long inserted = insert(connection, chunk);
            move.tools().journal().advance(connection, move.misplaced(), chunk.last().orElseThrow(), inserted,
                    chunk.bytes());
            move.at(Point.COPY_ROWS_WRITTEN);
            return inserted;
        });
        move.tools().metrics().copiedBytes(move.misplaced().target(), chunk.bytes());
        move.tools().moved(Step.COPY, move.misplaced().target(), rows, started);
    }

    /** Straight into the table; where a row is there already (a reading that was sent again), through a staging table. */
    private long insert(Connection connection, Chunk chunk) throws SQLException {
        Savepoint before = connection.setSavepoint();
        try {
            return copyIn(connection, "readings", chunk);
        } catch (SQLException e) {
            if (Failure.of(e) != Failure.UNIQUE) {
                throw e;
            }
            connection.rollback(before);
            return throughStaging(connection, chunk);
        }
    }

    /** Inserts what is not there yet and leaves the rest to verify, which compares values. */
    private long throughStaging(Connection connection, Chunk chunk) throws SQLException {
        stage(connection, move.columns(), chunk);
        String columns = move.columns().columnList();
        try (PreparedStatement statement = connection.prepareStatement(
                "insert into readings (" + columns + ") select " + columns
                        + " from pg_temp.moving on conflict do nothing")) {
            return statement.executeUpdate();
        }
    }

    /** Puts a chunk into a temporary table that lives until commit. */
    void stage(Connection connection, ReadingsTable table, Chunk chunk) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("create temporary table moving on commit drop as select " + table.columnList()
                    + " from readings with no data");
        }
        copyIn(connection, "pg_temp.moving", chunk);
    }

    private long copyIn(Connection connection, String into, Chunk chunk) throws SQLException {
        CopyIn copy = connection.unwrap(PGConnection.class).getCopyAPI().copyIn(
                "copy " + into + " (" + move.columns().columnList() + ") from stdin (format binary)");
        for (int offset = 0; offset < chunk.bytes(); offset += SLICE) {
            copy.writeToCopy(chunk.data(), offset, Math.min(SLICE, chunk.bytes() - offset));
        }
        return copy.endCopy();
    }

    private void throttle(int rows) {
        long limit = move.tools().settings().maxRowsPerSecond();
        if (limit > 0) {
            move.tools().lease().await(Duration.ofNanos(rows * 1_000_000_000L / limit),
                    "throttled to " + limit + " rows/s");
        }
    }

    private static Chunk await(Future<Chunk> next) {
        try {
            return next.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException("reading ahead failed", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HandOverException("interrupted");
        }
    }
}
