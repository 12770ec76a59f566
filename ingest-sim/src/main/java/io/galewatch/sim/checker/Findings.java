package io.galewatch.sim.checker;

import java.util.ArrayList;
import java.util.List;

/**
 * What a check found, in rows.
 *
 * @param expected    rows that the ledger promises
 * @param lost        promised rows that are on no shard
 * @param duplicated  rows that are on more than one shard
 * @param misplaced   rows that are on some shard, but not on their home
 * @param changed     promised rows whose values are others now (at least so many: a seeded history counts once)
 * @param unexpected  rows that nobody was promised: sent and stored, but the answer did not arrive
 * @param examples    the first few things that are wrong, in words
 */
public record Findings(long turbines, long expected, long lost, long duplicated, long misplaced, long changed,
        long unexpected, List<String> examples) {

    private static final int EXAMPLES = 20;

    static final Findings NONE = new Findings(0, 0, 0, 0, 0, 0, 0, List.of());

    public Findings {
        examples = List.copyOf(examples);
    }

    /** Unexpected rows are no fault: an answer that got lost promised nothing. */
    public boolean clean() {
        return lost == 0 && duplicated == 0 && misplaced == 0 && changed == 0;
    }

    Findings plus(Findings other) {
        List<String> both = new ArrayList<>(examples);
        both.addAll(other.examples);
        return new Findings(turbines + other.turbines, expected + other.expected, lost + other.lost,
                duplicated + other.duplicated, misplaced + other.misplaced, changed + other.changed,
                unexpected + other.unexpected, both.subList(0, Math.min(EXAMPLES, both.size())));
    }
}
