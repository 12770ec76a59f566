package io.galewatch.sim.checker;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/** Counts what is found about one turbine, and keeps the first example of each kind. */
final class Tally {

    private final String turbine;
    private final List<String> examples = new ArrayList<>();
    private long expected;
    private long lost;
    private long duplicated;
    private long misplaced;
    private long changed;
    private long unexpected;

    Tally(String turbine) {
        this.turbine = turbine;
    }

    void expect(long rows) {
        expected += rows;
    }

    void lost(long rows, String what) {
        example(lost, "lost", what);
        lost += rows;
    }

    void changed(String what) {
        example(changed, "changed", what);
        changed++;
    }

    void unexpected(long rows) {
        unexpected += rows;
    }

    /** Looks at where a row is: on more than one shard, or not at home. */
    void whereabouts(StoredRow row, int home) {
        if (row.copies().size() > 1) {
            example(duplicated, "duplicated", at(row.micros()) + " is on shards " + names(row));
            duplicated++;
        }
        if (!row.copies().containsKey(home)) {
            example(misplaced, "misplaced",
                    at(row.micros()) + " is on shards " + names(row) + ", home is shard-" + (home + 1));
            misplaced++;
        }
    }

    static String at(long micros) {
        return "reading at " + Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }

    private static List<String> names(StoredRow row) {
        return row.copies().keySet().stream().sorted().map(index -> "shard-" + (index + 1)).toList();
    }

    private void example(long before, String kind, String what) {
        if (before == 0) {
            examples.add(kind + ": " + turbine + ", " + what);
        }
    }

    Findings findings() {
        return new Findings(1, expected, lost, duplicated, misplaced, changed, unexpected, examples);
    }
}
