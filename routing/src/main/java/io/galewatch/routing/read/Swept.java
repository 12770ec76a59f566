package io.galewatch.routing.read;

import io.galewatch.routing.map.ShardId;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/**
 * All answers to one question.
 *
 * @param home the turbine's home under the map by which was asked
 * @param missing shards that did not answer
 */
record Swept(ShardId home, List<ShardAnswer> answers, Set<ShardId> missing) {

    boolean isKnown() {
        return answers.stream().anyMatch(ShardAnswer::known);
    }

    /**
     * The readings by key, each once. Where two shards hold one key, the home's is taken: its row is the one that stays.
     *
     * <p>
     * Of shards that each gave their first n, the first n of this are complete: a shard that had more holds n keys up to
     * the last one it gave, so nothing that it left out can come before the n-th here.
     */
    List<Reading> merged() {
        TreeMap<Instant, Reading> byKey = new TreeMap<>();
        for (ShardAnswer answer : answers) {
            boolean fromHome = answer.shard().equals(home);
            for (Reading reading : answer.readings()) {
                if (fromHome) {
                    byKey.put(reading.at(), reading);
                } else {
                    byKey.putIfAbsent(reading.at(), reading);
                }
            }
        }
        return List.copyOf(byKey.values());
    }
}
