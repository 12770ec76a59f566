package io.galewatch.sim.scenario;

import static io.galewatch.sim.scenario.Actor.FLEET;
import static io.galewatch.sim.scenario.Actor.LAB;

import java.util.List;

/** Two shards, three, half way back to two, and half way back again three: each is a new map, and nothing is undone. */
public final class Abort extends FarmScenario {

    @Override
    public String name() {
        return "abort";
    }

    @Override
    public String summary() {
        return "2 to 3, half way back to 2, and half way again to 3";
    }

    @Override
    public Timeline timeline(Stage stage) {
        stage.settle(2);
        Watch watch = stage.watch();
        Timeline timeline = Timeline.from("00:00:00");
        timeline.act(LAB, "asks for three shards", () -> stage.rebalance(3));
        timeline.see(FLEET, "half of it is done", () -> watch.journalSays(copied(SmallFarm.SECOND_GIANT)).isPresent(),
                () -> List.of(watch.turbinesDone() + " turbines are at home"));
        timeline.act(LAB, "asks for two shards again, in the place of three", () -> stage.rebalanceInstead(2));
        timeline.see(FLEET, "turbines are on their way back",
                () -> watch.journalSays(copied(SmallFarm.FIRST_GIANT)).isPresent());
        timeline.act(LAB, "asks for three shards after all", () -> stage.rebalanceInstead(3));
        timeline.see(FLEET, "the rebalance is complete", () -> watch.complete() && watch.divisor() == 3,
                () -> List.of("epoch " + watch.epoch()));
        return timeline;
    }

    private static String copied(String turbine) {
        return "turbine_id = '%s' and step = 'copying' and rows_moved > 0".formatted(turbine);
    }
}
