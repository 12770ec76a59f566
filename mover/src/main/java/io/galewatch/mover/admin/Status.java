package io.galewatch.mover.admin;

import io.galewatch.routing.claim.ClaimState;
import io.galewatch.routing.table.Pause;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * How a rebalance stands. What could not be asked is null, never 0, and {@code unreachable} names who did not answer.
 *
 * @param previousShards N of the newest complete epoch before this one
 * @param complete whether everything is at home under the newest map
 * @param turbines counts by step
 * @param rowsPerSecond what is copied and what is deleted, half a row each, over the last half minute in which this box
 *            was asked about it, or as far back as something was done; before that, since the epoch began
 * @param etaSeconds a guess: turbines left, times the rows of an average finished one, at that rate
 * @param conflicts values that lost their key and that nobody has settled yet, on all shards
 * @param fencedRejections by shard, from the evidence in the routing database
 * @param unreachable names of databases that did not answer
 */
record Status(long epoch, int shards, UUID mapId, @Nullable Integer previousShards, @Nullable Boolean complete,
        @Nullable Paused paused, @Nullable ClaimView claim, @Nullable Turbines turbines, @Nullable Long rowsMoved,
        @Nullable Long bytesMoved, @Nullable Double rowsPerSecond, @Nullable Long etaSeconds,
        @Nullable Long conflicts, @Nullable String lastError, @Nullable Map<String, Long> fencedRejections,
        List<String> unreachable) {

    /** Who paused it, and why. */
    record Paused(String by, String reason) {
        static Paused of(Pause pause) {
            return new Paused(pause.by(), pause.reason());
        }
    }

    /**
     * Who holds the claim; no owner when nobody does.
     *
     * @param reason what the holder said at its last renewal that it waits for, or, until then, why the claim was free;
     *            with no owner, why it was given back; null when there is nothing to say
     */
    record ClaimView(@Nullable String owner, long token, double secondsLeft, @Nullable String reason) {
        static ClaimView of(ClaimState state) {
            String said = state.reason();
            String reason = said == null || said.isBlank() ? null : said;
            return state.isHeld()
                    ? new ClaimView(state.owner(), state.token(), Math.round(state.secondsLeft() * 10) / 10.0, reason)
                    : new ClaimView(null, state.token(), 0, state.grantId() == null ? reason : "expired");
        }
    }

    /** How many turbines are at which step. */
    record Turbines(int waiting, int copying, int verifying, int deleting, int done, int setAside) {

        int unfinished() {
            return waiting + copying + verifying + deleting;
        }
    }
}
