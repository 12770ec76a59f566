package io.galewatch.routing.db;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a database error means to whoever has to go on. The one place where SQLSTATEs are read.
 *
 * <p>
 * "Fenced" and "claim lost" are not here on purpose: they are answers of a statement that worked (zero rows), never
 * concluded from an error.
 */
public enum Failure {
    /** The connection is gone, or the server ended it: the outcome of a COMMIT is unknown, and the journal decides. */
    CONNECTION,
    /** A timeout, a deadlock, a lock not had in time: the same again, under the same token. */
    RETRY,
    /** The server refuses writes: it is read-only, probably after a failover. */
    READ_ONLY,
    /** No space, no memory, too many connections: wait for a person or a neighbour, then go on. */
    RESOURCES,
    /** The key is there already. */
    UNIQUE,
    /** A table, column or type is not what was expected. */
    SCHEMA,
    /** The guard: changed without the fence, or the fence row would have gone back. A bug, or somebody going round us. */
    GUARD,
    /** This shard obeys another map. */
    STALE_MAP,
    /** The shard is not the home of a row. */
    STRAY,
    /** Wrong fleet, or wrong shard at this address. */
    IDENTITY,
    /** A role lacks a right, or its password is wrong. */
    PERMISSION,
    /** Anything else: not understood, so not repeated blindly. */
    OTHER;

    private static final Set<String> RETRIED = Set.of("55P03", "57014", "40001", "40P01", "25P02", "55006");

    /** Classifies an error by the first SQLSTATE in its causes that says anything. */
    public static Failure of(Throwable error) {
        @Nullable
        Throwable cause = error;
        Failure failure = OTHER;
        for (int depth = 0; cause != null && depth < 16; depth++, cause = cause.getCause()) {
            if (cause instanceof SQLException e) {
                Failure one = ofState(e.getSQLState());
                if (one == OTHER && e instanceof SQLTransientConnectionException) {
                    one = CONNECTION;
                }
                // The pool's "no connection in time" wraps the reason: the innermost one is the telling one.
                if (one != OTHER) {
                    failure = one;
                }
            }
        }
        return failure;
    }

    private static Failure ofState(@Nullable String state) {
        if (state == null) {
            return OTHER;
        }
        return switch (state) {
            case "GW001", "GW002" -> GUARD;
            case "GW003" -> STALE_MAP;
            case "GW004" -> STRAY;
            case "GW005" -> IDENTITY;
            case "23505" -> UNIQUE;
            case "25006" -> READ_ONLY;
            case "25P03", "25P04", "57P01", "57P02", "57P03", "57P04", "57P05" -> CONNECTION;
            case "42501", "28P01", "28000" -> PERMISSION;
            case "42P01", "42703", "42804", "0A000", "22P04", "42883" -> SCHEMA;
            default -> RETRIED.contains(state) ? RETRY : switch (state.substring(0, Math.min(2, state.length()))) {
                case "08" -> CONNECTION;
                case "53", "58" -> RESOURCES;
                default -> OTHER;
            };
        };
    }

    /** Whether the connection that failed can't be trusted any more, and what it committed is not known. */
    public boolean leavesOutcomeUnknown() {
        return this == CONNECTION;
    }
}
