package io.galewatch.mover.migrate;

import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Two migrations at once, or two databases of one server, can change the same role or catalogue row in the same
 * instant. PostgreSQL then fails one of them ("tuple concurrently updated", a duplicate key of a catalogue), and the same
 * again succeeds.
 */
final class Collisions {

    private static final int ATTEMPTS = 20;
    private static final Set<String> STATES = Set.of("XX000", "23505", "42710", "40P01", "40001", "55P03", "42P07",
            "42P06", "42723");

    private Collisions() {}

    interface Work<T> {
        T run() throws SQLException;
    }

    static <T> T retried(Work<T> work) throws SQLException, InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        for (int attempt = 1;; attempt++) {
            try {
                return work.run();
            } catch (SQLException e) {
                if (attempt == ATTEMPTS || !STATES.contains(String.valueOf(e.getSQLState()))) {
                    throw e;
                }
                never.await(50L * attempt, TimeUnit.MILLISECONDS);
            }
        }
    }

    /** The SQLSTATE at the bottom of an error, if there is one. */
    static @Nullable String state(Throwable error) {
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql && sql.getSQLState() != null) {
                return sql.getSQLState();
            }
        }
        return null;
    }
}
