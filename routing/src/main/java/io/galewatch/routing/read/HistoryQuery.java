package io.galewatch.routing.read;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Which page of a turbine's history is wanted.
 *
 * @param from the first instant that belongs to it, or null for no bound
 * @param to the first instant that does not, or null for no bound
 * @param after where the page before ended, or null for the first page
 * @param limit most readings on a page, 1 to {@value #MAX_LIMIT}
 * @param partial whether an answer without the rows of a shard that is out of reach is better than none
 */
public record HistoryQuery(String turbine, @Nullable Instant from, @Nullable Instant to, @Nullable Cursor after,
        int limit, boolean partial) {

    public static final int MAX_LIMIT = 10_000;

    public HistoryQuery {
        if (limit < 1 || limit > MAX_LIMIT) {
            throw new IllegalArgumentException("limit must be 1 to " + MAX_LIMIT + ": " + limit);
        }
    }

    /** The first page of everything. */
    public static HistoryQuery of(String turbine, int limit) {
        return new HistoryQuery(turbine, null, null, null, limit, false);
    }

    /** The page after this one. */
    public HistoryQuery after(Cursor cursor) {
        return new HistoryQuery(turbine, from, to, cursor, limit, partial);
    }
}
