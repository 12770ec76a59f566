package io.galewatch.mover.admin;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What the journals say about one move of one turbine.
 *
 * @param step where it stands: waiting, copying, verifying, deleting, done or set-aside
 * @param copy the row on the target; null when there is none, or its shard did not answer
 * @param deletion the row on the source; likewise
 */
record MoveEvidence(String turbine, String source, String target, long epoch, UUID mapId, String step,
        @Nullable Side copy, @Nullable Side deletion) {

    /**
     * One row of a journal.
     *
     * @param rows copied or deleted
     * @param rowsProved count that was found equal on both sides
     * @param retries how often it was begun again, by the same holder or a later one
     * @param firstAt first key that verify found on the source, as PostgreSQL prints it; null before
     * @param lastAt the last one
     * @param digest content digest that was found equal on both sides
     */
    record Side(String step, long rows, long bytes, long batches, long retries, long conflicts,
            long rowsProved, @Nullable String firstAt, @Nullable String lastAt, String digest,
            long token, UUID grantId, String owner, Instant startedAt, Instant updatedAt, @Nullable Instant finishedAt,
            @Nullable String problem) {}

    /**
     * A page.
     *
     * @param next to be given as {@code after}; null on the last page
     * @param unreachable shards that did not answer, so that moves or sides may be missing
     */
    record Page(List<MoveEvidence> moves, @Nullable String next, List<String> unreachable) {}
}
