package io.galewatch.sim.scenario;

import java.util.Map;

/** A scenario that is played with the {@link SmallFarm}. */
abstract class FarmScenario implements Scenario {

    @Override
    public Map<String, String> defaults() {
        return SmallFarm.DEFAULTS;
    }

    @Override
    public Map<String, String> boxSettings(TimeScale scale) {
        return SmallFarm.boxSettings(scale);
    }

    @Override
    public Map<String, Long> longHistories(TimeScale scale) {
        return SmallFarm.LONG_HISTORIES;
    }

    /** A giant is being copied, and there is much left to do. */
    static boolean copying(Stage stage) {
        return stage.watch().journalSays(UNDER_WAY).isPresent();
    }

    /** The condition on the journal of a target. */
    static final String UNDER_WAY = "step = 'copying' and rows_moved between 40000 and 80000";
}
