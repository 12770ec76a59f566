package io.galewatch.routing.db;

import java.time.Duration;

/**
 * Time limits of a pool's connections. pgjdbc counts connect and socket time in whole seconds, so these two are rounded
 * up; the rest is enforced by the server, in milliseconds.
 *
 * @param connect until a new connection is open, and how long a caller waits for one from the pool
 * @param socket until a read of the client fails; longer than {@code statement}, so that the server answers first
 * @param lock lock_timeout
 * @param statement statement_timeout
 * @param idleInTransaction idle_in_transaction_session_timeout: ends a client that froze between two statements
 * @param transaction transaction_timeout
 */
public record Limits(Duration connect, Duration socket, Duration lock, Duration statement, Duration idleInTransaction,
        Duration transaction) {

    /**
     * Limits in which no transaction outlives the given time by much. The server breaks a statement off before the caller
     * would break the connection off, since its error says what happened.
     *
     * @param step the longest honest transaction
     */
    public static Limits forStep(Duration connect, Duration step) {
        return new Limits(connect, step.plusSeconds(1), step.dividedBy(2), step.multipliedBy(8).dividedBy(10),
                step.dividedBy(2),
                step.multipliedBy(2));
    }

    String serverOptions() {
        return "-c lock_timeout=" + lock.toMillis() + " -c statement_timeout=" + statement.toMillis()
                + " -c idle_in_transaction_session_timeout=" + idleInTransaction.toMillis() + " -c transaction_timeout="
                + transaction.toMillis();
    }

    static int wholeSeconds(Duration time) {
        return Math.toIntExact(Math.max(1, time.plusMillis(999).toSeconds()));
    }
}
