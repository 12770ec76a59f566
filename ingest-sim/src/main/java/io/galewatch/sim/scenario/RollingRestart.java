package io.galewatch.sim.scenario;

import static io.galewatch.sim.scenario.Actor.FLEET;
import static io.galewatch.sim.scenario.Actor.LAB;

import io.galewatch.sim.lab.Box;
import java.util.List;

/** Each box in turn is stopped in an orderly way and started again while turbines move: no takeover has to wait. */
public final class RollingRestart extends FarmScenario {

    @Override
    public String name() {
        return "rolling-restart";
    }

    @Override
    public String summary() {
        return "each box in turn is restarted during a rebalance; whoever moves gives the claim back";
    }

    @Override
    public Timeline timeline(Stage stage) {
        Watch watch = stage.watch();
        Timeline timeline = Timeline.from("00:00:00");
        timeline.act(LAB, "asks for %d shards".formatted(stage.other()), stage::flip);
        timeline.see(FLEET, "a turbine is being copied", () -> copying(stage));
        for (Box box : stage.serving()) {
            timeline.act(Actor.called(box.name()), "is stopped, and starts again", () -> restart(stage, box));
            timeline.show(FLEET, "the claim",
                    () -> List.of(watch.holder().map(Holder::toString).orElse("nobody has it")));
        }
        timeline.see(FLEET, "the rebalance is complete", watch::complete);
        timeline.check(FLEET, "no grant had to expire", () -> expired(stage) == 0,
                () -> List.of(expired(stage) + " expired"));
        return timeline;
    }

    /** So that there is something to interrupt for the last box too. */
    private static void restart(Stage stage, Box box) {
        if (stage.watch().complete()) {
            stage.flip();
        }
        box.restart();
    }

    private static long expired(Stage stage) {
        return Question.number(stage.routing(), """
            select count(*) from claim_grant
             where cause = 'expired' and granted_at > (select created_at from routing_epoch where epoch = %d)
            """.formatted(stage.watch().firstEpoch()));
    }
}
