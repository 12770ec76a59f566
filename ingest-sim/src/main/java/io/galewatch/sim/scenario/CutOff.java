package io.galewatch.sim.scenario;

import static io.galewatch.sim.scenario.Actor.FLEET;
import static io.galewatch.sim.scenario.Actor.LAB;

import io.galewatch.sim.lab.Box;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import picocli.CommandLine.Option;

/**
 * The owner loses the routing database only, and sees all shards. By policy it carries on, and a shard tells it when another
 * has taken over; or it stops when its lease may be over.
 */
public final class CutOff extends FarmScenario {

    /** What a box does that cannot renew: {@code galewatch.claim.on-routing-outage}. */
    public enum Policy {
        CARRY_ON, STOP;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    @Option(names = "--policy", paramLabel = "POLICY", defaultValue = "carry-on", description = "carry-on or stop (default ${DEFAULT-VALUE})")
    private Policy policy;

    private Optional<Holder> owner = Optional.empty();

    public CutOff() {
        this(Policy.CARRY_ON);
    }

    public CutOff(Policy policy) {
        this.policy = policy;
    }

    @Override
    public String name() {
        return "cut-off";
    }

    @Override
    public String title() {
        return name() + " --policy " + policy;
    }

    @Override
    public String summary() {
        return "the owner alone loses the routing database, and carries on or stops (--policy)";
    }

    @Override
    public Map<String, String> boxSettings(TimeScale scale) {
        Map<String, String> settings = new TreeMap<>(super.boxSettings(scale));
        settings.put("galewatch.claim.on-routing-outage", policy.toString());
        return settings;
    }

    @Override
    public Timeline timeline(Stage stage) {
        Takeover takeover = new Takeover(stage, this::holder);
        Actor who = new Actor(() -> owner.map(Holder::name).orElse("the owner"));
        Timeline timeline = Timeline.from("00:00:00");
        timeline.act(LAB, "asks for %d shards".formatted(stage.other()), stage::flip);
        timeline.resume("00:00:00", who, "is in the middle of its work", () -> ownerIsCopying(stage));
        timeline.act(LAB, "cuts its link to the routing database, and no other", () -> stage.holdDown(box()));
        if (policy == Policy.STOP) {
            timeline.see("00:01:00", who, "stops by itself, since its lease may be over", () -> says(stage, STOPS),
                    () -> line(stage, STOPS));
        } else {
            timeline.see("00:00:20", who, "cannot renew, and carries on", () -> says(stage, CARRIES_ON));
        }
        timeline.see("00:01:00", takeover.successor(), "finds the claim expired and takes it", takeover::hasCome,
                () -> List.of("token " + takeover.next().token()));
        if (policy == Policy.CARRY_ON) {
            timeline.see(who, "still cannot know; a shard tells it", () -> says(stage, FENCED),
                    () -> line(stage, FENCED));
        }
        timeline.act(LAB, "mends the link", () -> stage.letThrough(box()));
        timeline.see(FLEET, "the rebalance is complete", stage.watch()::complete);
        return timeline;
    }

    private static final String CARRIES_ON = "The policy is to carry on";
    private static final String STOPS = "the policy is to stop";
    private static final String FENCED = "FENCED box=";

    private boolean ownerIsCopying(Stage stage) {
        owner = stage.watch().holder();
        return owner.isPresent() && copying(stage);
    }

    private Holder holder() {
        return owner.orElseThrow();
    }

    private Box box() {
        return holder().box();
    }

    private boolean says(Stage stage, String text) {
        return stage.watch().logLine(box(), text).isPresent();
    }

    private List<String> line(Stage stage, String text) {
        return stage.watch().logLine(box(), text).stream().toList();
    }
}
