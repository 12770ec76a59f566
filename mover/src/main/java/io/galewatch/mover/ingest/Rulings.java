package io.galewatch.mover.ingest;

import io.galewatch.routing.map.ShardId;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The rulings on one request's readings, as they come in. A later one on the same reading replaces the earlier. */
final class Rulings {

    private final @Nullable Ruling[] rulings;

    Rulings(int readings) {
        this.rulings = new Ruling[readings];
    }

    void rule(List<Integer> positions, ShardId shard, Verdict verdict) {
        positions.forEach(position -> rulings[position] = new Ruling(shard, verdict));
    }

    void rule(List<Integer> positions, ShardId shard, List<Verdict> verdicts) {
        for (int i = 0; i < verdicts.size(); i++) {
            rulings[positions.get(i)] = new Ruling(shard, verdicts.get(i));
        }
    }

    /** All of them; there is one for each reading by now. */
    List<Ruling> all() {
        return Arrays.stream(rulings).map(Objects::requireNonNull).toList();
    }
}
