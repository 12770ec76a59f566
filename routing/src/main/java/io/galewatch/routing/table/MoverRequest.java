package io.galewatch.routing.table;

import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What an administrator asked of the mover. Whoever holds the claim does it, behind the fence.
 *
 * @param turbine null for {@link Kind#RECONCILE} alone
 * @param readAt of one reading, as PostgreSQL prints it; null for all of the turbine's
 * @param keep null but for {@link Kind#RESOLVE}
 * @param finishedAt null while it is open
 * @param outcome in words; null while it is open
 */
public record MoverRequest(long id, Kind kind, @Nullable String turbine, @Nullable String readAt, @Nullable Keep keep,
        String by, Instant at, @Nullable Instant finishedAt, @Nullable String outcome) {

    /** What is asked for. */
    public enum Kind {
        /** Try a turbine again that was set aside. */
        RETRY,
        /** Settle a turbine's conflicts. */
        RESOLVE,
        /** Look for what is misplaced, and bring it home, although the rebalance is complete. */
        RECONCILE;

        /** As the database has it. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Whose values a reading is to have. */
    public enum Keep {
        SOURCE, TARGET;

        /** As the database has it. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
