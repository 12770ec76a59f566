package io.galewatch.sim.scenario;

import static io.galewatch.sim.scenario.Actor.FLEET;
import static io.galewatch.sim.scenario.Actor.LAB;
import static io.galewatch.sim.scenario.Actor.shard;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Three shards become two; the third is empty afterwards, and still registered. */
public final class Shrink extends FarmScenario {

    @Override
    public String name() {
        return "shrink";
    }

    @Override
    public String summary() {
        return "3 shards become 2, and the third is empty";
    }

    @Override
    public Map<String, String> defaults() {
        Map<String, String> defaults = new TreeMap<>(super.defaults());
        defaults.putAll(Map.of("--from", "3", "--to", "2"));
        return defaults;
    }

    @Override
    public Timeline timeline(Stage stage) {
        stage.settle(3);
        Timeline timeline = Timeline.from("00:00:00");
        timeline.act(LAB, "asks for two shards", () -> stage.rebalance(2));
        timeline.see(FLEET, "the rebalance is complete", stage.watch()::complete);
        timeline.check(shard(3), "is empty", () -> !Question.any(stage.shard(3), "select 1 from readings limit 1"),
                List::of);
        return timeline;
    }
}
