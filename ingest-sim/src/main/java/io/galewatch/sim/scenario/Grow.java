package io.galewatch.sim.scenario;

import static io.galewatch.sim.scenario.Actor.FLEET;
import static io.galewatch.sim.scenario.Actor.LAB;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Three shards become four, and four five. */
public final class Grow extends FarmScenario {

    @Override
    public String name() {
        return "grow";
    }

    @Override
    public String summary() {
        return "3 shards become 4, and then 5";
    }

    @Override
    public Map<String, String> defaults() {
        Map<String, String> defaults = new TreeMap<>(super.defaults());
        defaults.putAll(Map.of("--from", "3", "--to", "5"));
        return defaults;
    }

    @Override
    public Timeline timeline(Stage stage) {
        stage.settle(3);
        Timeline timeline = Timeline.from("00:00:00");
        timeline.act(LAB, "asks for four shards", () -> stage.rebalance(4));
        timeline.see(FLEET, "the rebalance is complete", stage.watch()::complete, () -> done(stage));
        timeline.act(LAB, "asks for five shards", () -> stage.rebalance(5));
        timeline.see(FLEET, "the rebalance is complete", stage.watch()::complete, () -> done(stage));
        return timeline;
    }

    private static List<String> done(Stage stage) {
        return List.of(stage.watch().turbinesDone() + " turbines moved");
    }
}
