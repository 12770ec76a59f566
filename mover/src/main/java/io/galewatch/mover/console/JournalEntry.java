package io.galewatch.mover.console;

import java.time.Instant;

/**
 * One row of a shard's journal: the target's of a copy, or the source's of a deletion.
 *
 * @param rows copied or deleted so far
 */
record JournalEntry(String turbine, int source, int target, String step, long rows, long conflicts, Instant updatedAt) {

    /** What the two rows of a move have in common. */
    record Key(String turbine, int source, int target) {}

    Key key() {
        return new Key(turbine, source, target);
    }
}
