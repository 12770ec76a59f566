package io.galewatch.mover.admin;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a rebalance to N shards would move, before it is asked for. Turbines are counted; rows and bytes are estimates from
 * the statistics of the databases, and seconds a guess from those. What could not be asked is null, never 0.
 *
 * @param shards N that the plan is for
 * @param epoch the epoch in force, to be given as {@code expectedEpoch}
 * @param currentShards N in force
 * @param turbines how many would move; null when a shard did not answer
 * @param rows about how many rows they have; null likewise
 * @param bytes about how many bytes these take on disk with their index; null likewise
 * @param estimatedSeconds rows at {@code pace}; null likewise
 * @param moves by pair of shards, those without a turbine left out
 * @param partial shards with more turbines than are looked at, so that the plan has too few of them
 * @param unreachable shards that did not answer
 */
record Plan(int shards, long epoch, int currentShards, @Nullable Integer turbines, @Nullable Long rows,
        @Nullable Long bytes, @Nullable Long estimatedSeconds, Pace pace, List<Pair> moves, List<String> partial,
        List<String> unreachable) {

    /**
     * What would move from one shard to another.
     *
     * @param target null, as are the numbers, when the source did not answer: what it has for whom is unknown
     */
    record Pair(String source, @Nullable String target, @Nullable Integer turbines, @Nullable Long rows,
            @Nullable Long bytes) {

        static Pair unknown(String source) {
            return new Pair(source, null, null, null, null);
        }
    }

    /**
     * Rows a second that the seconds are computed with.
     *
     * @param basis {@code measured}: this fleet's latest finished moves, verifying and deleting included;
     *            {@code limit}: {@code galewatch.move.max-rows-per-second} of this box, which is less than that;
     *            {@code assumed}: nothing was moved yet and there is no limit
     * @param moves how many finished moves it was measured with
     */
    record Pace(double rowsPerSecond, String basis, int moves) {}
}
