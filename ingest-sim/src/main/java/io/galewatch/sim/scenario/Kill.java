package io.galewatch.sim.scenario;

import static io.galewatch.sim.scenario.Actor.FLEET;
import static io.galewatch.sim.scenario.Actor.LAB;

import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Option;

/** The owner is killed in the middle of its work; another box goes on where the last batch ended. */
public final class Kill extends FarmScenario {

    @Option(names = "--in", paramLabel = "STEP", defaultValue = "between", description = "copy, between (two batches), verify, delete or renew (default ${DEFAULT-VALUE})")
    private Moment in;

    public Kill() {
        this(Moment.BETWEEN);
    }

    public Kill(Moment in) {
        this.in = in;
    }

    @Override
    public String name() {
        return "kill";
    }

    @Override
    public String title() {
        return name() + " --in " + in.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public String summary() {
        return "the owner is killed (SIGKILL) in the middle of its work, and another box goes on";
    }

    @Override
    public Timeline timeline(Stage stage) {
        Ambush ambush = new Ambush(stage, in);
        Takeover takeover = new Takeover(stage, ambush::caught);
        Timeline timeline = Timeline.from("00:00:00");
        timeline.act(LAB, "asks for %d shards".formatted(stage.other()), stage::flip);
        timeline.resume("00:00:00", ambush.owner(), "is caught " + in.words(), ambush::sprung,
                () -> List.of("it holds token " + ambush.caught().token()));
        timeline.act(LAB, "kills it (SIGKILL)", () -> ambush.box().kill());
        timeline.see("00:01:00", takeover.successor(), "finds the claim expired and takes it", takeover::hasCome,
                () -> List.of("token " + takeover.next().token()));
        timeline.see(FLEET, "every shard obeys the new token", takeover::isSealed);
        timeline.check(FLEET, "the takeover was in time", takeover::wasInTime, takeover::words);
        timeline.see(FLEET, "the rebalance is complete", stage.watch()::complete);
        return timeline;
    }
}
