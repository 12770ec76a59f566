package io.galewatch.mover.move;

import io.galewatch.mover.move.Interruption.Point;
import io.galewatch.routing.db.Failure;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;

/**
 * Copies a turbine's rows to its home, in key order, from the watermark on. A chunk is read from the source into memory
 * while the one before it is written, so neither shard waits for the other inside a transaction.
 */
final class CopyStep {

    private final Move move;

    CopyStep(Move move) {
        this.move = move;
    }

    void run() {
        Optional<PgInstant> watermark = move.onTarget(
                connection -> move.tools().journal().begin(connection, move.misplaced(), "copying"));
        try (ReadAhead readAhead = new ReadAhead()) {
            Chunk chunk = read(watermark);
            while (chunk.rows() > 0) {
                Optional<PgInstant> last = chunk.last();
                ReadAhead.Result<Chunk> next = readAhead.of(() -> read(last));
                write(chunk);
                move.at(Point.COPY_COMMITTED);
                throttle(chunk.rows());
                chunk = next.await();
            }
        }
        move.at(Point.COPIED);
    }

    /** Writes one window's rows again, where verify found that not all of them are on the target. */
    void again(Window window) {
        Chunk chunk = move.rows().chunk(move.misplaced().source(), window.after(), Optional.of(window.upTo()),
                Integer.MAX_VALUE);
        move.tools().lease().progressed();
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
            return chunk.write(connection, "readings", move.columns().columnList());
        } catch (SQLException e) {
            if (Failure.of(e) != Failure.UNIQUE) {
                throw e;
            }
            connection.rollback(before);
            return throughStaging(connection, chunk);
        }
    }

    /** Inserts what is not there yet, and keeps what is there with other values as a conflict. */
    private long throughStaging(Connection connection, Chunk chunk) throws SQLException {
        String columns = move.columns().columnList();
        try (Statement statement = connection.createStatement()) {
            statement.execute("create temporary table moving on commit drop as select " + columns
                    + " from readings with no data");
            chunk.write(connection, "pg_temp.moving", columns);
            // Overriding: a value that the source has is kept, also where the target would make its own.
            long inserted = statement.executeUpdate("insert into readings (" + columns + ") overriding system value"
                    + " select " + columns
                    + " from pg_temp.moving order by turbine_id, read_at on conflict do nothing");
            new Conflicts(move).keep(connection);
            return inserted;
        }
    }

    private void throttle(int rows) {
        long limit = move.tools().settings().maxRowsPerSecond();
        if (limit > 0) {
            move.tools().lease().await(Duration.ofNanos(rows * 1_000_000_000L / limit),
                    "throttled to " + limit + " rows/s");
        }
    }
}
