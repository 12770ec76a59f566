package io.galewatch.mover.audit;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Something that is not as promised.
 *
 * @param turbine null where it concerns a shard
 * @param shard where it was seen; null where it concerns all of a turbine's history
 * @param detail for people
 */
public record Finding(Kind kind, @Nullable String turbine, @Nullable String shard, String detail) {

    /** What is wrong. */
    public enum Kind {
        /** Rows on a shard that is not the turbine's home, and that no rebalance under way accounts for. */
        MISPLACED,
        /** The same rows on two shards. */
        DOUBLED,
        /** Rows with one key and different values on two shards. */
        DIFFERENT,
        /** No row for longer than is usual, inside a turbine's history. */
        GAP,
        /** A history that begins later than what was proved at its last move. */
        LATE_START,
        /** A move was proved, and no shard holds a row of the turbine. */
        JOURNAL_WITHOUT_ROWS,
        /** A fence that cannot be explained by the claim. */
        FENCE,
        /** A shard that obeys another map than the rest. */
        MAP;

        /** As in the report and in metrics. */
        public String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }
}
