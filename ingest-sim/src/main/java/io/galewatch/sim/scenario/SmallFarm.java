package io.galewatch.sim.scenario;

import java.util.Map;

/**
 * What most scenarios are played with: a small farm, in which the first turbine that moves and a later one are big enough to
 * be met in the middle of their move, and boxes that take longer than a lease for them.
 */
final class SmallFarm {

    static final String FIRST_GIANT = "AP-0002";
    /** Moves whenever the number of shards goes from 2 to 3, 3 to 4 or 4 to 5, or back; half of the others before it. */
    static final String SECOND_GIANT = "AP-0012";

    static final Map<String, String> DEFAULTS = Map.of("--turbines", "24", "--history", "10m");

    static final Map<String, Long> LONG_HISTORIES = Map.of(FIRST_GIANT, 120_000L, SECOND_GIANT, 120_000L);

    private static final int ROWS_PER_SECOND = 3_000;

    private SmallFarm() {}

    /** Both giants take 80 s of the story; a batch is big enough to be met while it is written. */
    static Map<String, String> boxSettings(TimeScale scale) {
        return Map.of("galewatch.move.batch-rows", "40000", "galewatch.move.window-rows", "40000",
                "galewatch.move.max-rows-per-second", Long.toString(Math.round(ROWS_PER_SECOND / scale.factor())));
    }
}
