package io.galewatch.sim.scenario;

import static io.galewatch.sim.scenario.Actor.FLEET;
import static io.galewatch.sim.scenario.Actor.LAB;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Option;

/**
 * The owner is frozen for 90 s, longer than its lease, in the middle of its work. Another box takes over; when the frozen
 * one wakes up it has no idea how late it is, and the shards tell it.
 */
public final class Freeze extends FarmScenario {

    /** Where the owner may be frozen. */
    public enum In {
        COPY, VERIFY, DELETE, RENEW
    }

    @Option(names = "--in", paramLabel = "STEP", defaultValue = "copy", description = "copy, verify, delete or renew (default ${DEFAULT-VALUE})")
    private In in;

    public Freeze() {
        this(In.COPY);
    }

    public Freeze(In in) {
        this.in = in;
    }

    @Override
    public String name() {
        return "freeze";
    }

    @Override
    public String title() {
        return name() + " --in " + in.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public String summary() {
        return "the owner is frozen for 90 s in copy, verify, delete or renew (--in), and wakes up fenced";
    }

    @Override
    public Timeline timeline(Stage stage) {
        Ambush ambush = new Ambush(stage, Moment.valueOf(in.name()));
        Takeover takeover = new Takeover(stage, ambush::caught);
        Timeline timeline = Timeline.from("00:00:00");
        timeline.act(LAB, "asks for %d shards".formatted(stage.other()), stage::flip);
        timeline.resume("00:00:00", ambush.owner(), "is frozen (SIGSTOP) " + Moment.valueOf(in.name()).words(),
                ambush::sprung, () -> List.of("it holds token " + ambush.caught().token()));
        timeline.see("00:01:00", takeover.successor(), "finds the claim expired and takes it", takeover::hasCome,
                () -> List.of("token " + takeover.next().token()));
        timeline.see(FLEET, "every shard obeys the new token", takeover::isSealed);
        timeline.check(FLEET, "the takeover was in time", takeover::wasInTime, takeover::words);
        timeline.act("00:01:30", LAB, "wakes the frozen box (SIGCONT)", () -> ambush.box().thaw());
        timeline.see(ambush.owner(), "is fenced: it changes nothing, stops, and competes again",
                () -> fencedLine(stage, ambush).isPresent()
                        && stage.watch().fencedRejections(ambush.box(), ambush.caught().token()) > 0,
                () -> fencedLine(stage, ambush).stream().toList());
        timeline.see(FLEET, "the rebalance is complete", stage.watch()::complete);
        return timeline;
    }

    private static Optional<String> fencedLine(Stage stage, Ambush ambush) {
        return stage.watch().logLine(ambush.box(), "FENCED box=" + ambush.box().name());
    }
}
