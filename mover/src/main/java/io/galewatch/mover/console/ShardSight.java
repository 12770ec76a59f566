package io.galewatch.mover.console;

import io.galewatch.routing.map.ShardMap;
import java.util.List;
import java.util.Map;

/**
 * What a shard shows.
 *
 * @param map the one that it obeys
 * @param fence token of its fence
 * @param fencedFor who sealed it
 * @param turbines that have rows there
 * @param whole whether that is all of them
 * @param journal of that map
 */
record ShardSight(ShardMap map, long fence, String fencedFor, List<String> turbines, boolean whole,
        Map<JournalEntry.Key, JournalEntry> journal) {}
