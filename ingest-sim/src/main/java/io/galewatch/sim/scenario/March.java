package io.galewatch.sim.scenario;

import static io.galewatch.sim.scenario.Actor.FLEET;
import static io.galewatch.sim.scenario.Actor.LAB;

import io.galewatch.sim.postgres.Server;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Option;

/**
 * March: when N became 3, one box went on dividing by 2. With the map fence the shards redirect each of its readings;
 * without it (a writer of the lab's own, since no box can do that any more) they are misfiled, and the checker counts them.
 */
public final class March extends FarmScenario {

    private static final int READINGS = 600;

    @Option(names = "--unfenced", description = "with a writer that keeps dividing by 2, on shards without guards: misfiles readings")
    private boolean unfenced;

    public March() {
        this(false);
    }

    public March(boolean unfenced) {
        this.unfenced = unfenced;
    }

    @Override
    public String name() {
        return "march";
    }

    @Override
    public String title() {
        return unfenced ? name() + " --unfenced" : name();
    }

    @Override
    public String summary() {
        return unfenced
                ? "a writer keeps the old divisor, and no shard minds"
                : "a box keeps the old divisor: every reading is redirected (--unfenced: misfiled)";
    }

    /** A box hears of a new map from nobody but the shards, for the time being. */
    @Override
    public Map<String, String> boxSettings(TimeScale scale) {
        Map<String, String> settings = new TreeMap<>(super.boxSettings(scale));
        settings.put("galewatch.map.refresh", "1m");
        return settings;
    }

    @Override
    public Timeline timeline(Stage stage) {
        stage.settle(2);
        return unfenced ? misfiled(stage) : redirected(stage);
    }

    private static Timeline redirected(Stage stage) {
        int last = stage.serving().size();
        Postbox box = new Postbox(stage, stage.box(last));
        Timeline timeline = Timeline.from("00:00:00");
        timeline.act(LAB, "cuts %s off from the routing database: it keeps the old divisor".formatted(box.name()),
                () -> stage.holdDown(stage.box(last)));
        timeline.act(LAB, "asks for three shards", () -> stage.rebalance(3));
        timeline.see(FLEET, "the shards obey the new map", () -> stage.fleet().databases().shards().stream().allMatch(
                shard -> Question.any(shard, "select 1 from shard_map where shards = 3")));
        timeline.act(Actor.called(box.name()), "is sent %d readings".formatted(READINGS), () -> box.post(READINGS));
        timeline.check(FLEET, "each was acknowledged, and the shards told the box that its map is old",
                box::wasRedirected, box::words);
        timeline.act(LAB, "mends the link", () -> stage.letThrough(stage.box(last)));
        timeline.see(FLEET, "the rebalance is complete", stage.watch()::complete);
        return timeline;
    }

    private static Timeline misfiled(Stage stage) {
        OldDivisor writer = new OldDivisor(stage);
        Audited audited = new Audited(stage, "misplaced");
        Timeline timeline = Timeline.from("00:00:00");
        timeline.act(LAB, "asks for three shards", () -> stage.rebalance(3));
        timeline.see(FLEET, "the rebalance is complete", stage.watch()::complete);
        timeline.act(LAB, "takes the guard of the map from every shard", () -> guard(stage, "disable"));
        timeline.act(LAB, "writes %d readings to the shards that they belonged to, hash %% 2".formatted(READINGS),
                () -> writer.write(READINGS));
        timeline.act(LAB, "puts the guard back, which looks at new readings only", () -> guard(stage, "enable always"));
        timeline.show(FLEET, "now", () -> List.of(writer.misfiled() + " of them are not at home"));
        timeline.check(Actor.box(1), "audits all shards, and names each turbine that has readings elsewhere",
                audited::finds, audited::words);
        return timeline;
    }

    private static void guard(Stage stage, String how) {
        for (Server shard : stage.fleet().databases().shards()) {
            Question.tell(shard, "alter table readings " + how + " trigger at_home");
        }
    }
}
