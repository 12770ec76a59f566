package io.galewatch.routing.read;

import io.galewatch.routing.map.ShardId;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A page of a turbine's history, oldest first.
 *
 * @param next where the next page starts; empty on the last one
 * @param missing shards that may hold readings of this turbine and did not answer; only when that was allowed
 */
public record HistoryPage(String turbine, List<Reading> readings, Optional<Cursor> next, Set<ShardId> missing) {

    public HistoryPage {
        readings = List.copyOf(readings);
        missing = Set.copyOf(missing);
    }

    public boolean isComplete() {
        return missing.isEmpty();
    }
}
