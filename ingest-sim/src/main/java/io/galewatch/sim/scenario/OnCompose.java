package io.galewatch.sim.scenario;

import static io.galewatch.sim.scenario.Actor.FLEET;
import static io.galewatch.sim.scenario.Actor.LAB;
import static io.galewatch.sim.scenario.Actor.ROUTING;

import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The scenarios that can be played on a fleet in containers, where the lab has no links to hold down and no database to ask:
 * what is left of them is what docker can do and what a box says.
 */
final class OnCompose {

    private static final Map<String, Function<ComposeFleet, Timeline>> ALL = Map.of("april-night",
            OnCompose::outage, "freeze", OnCompose::freeze, "kill", OnCompose::kill, "shard-crash",
            OnCompose::shardCrash, "rolling-restart", OnCompose::rollingRestart);

    private OnCompose() {}

    static Optional<Timeline> timeline(Scenario scenario, ComposeFleet fleet) {
        return Optional.ofNullable(ALL.get(scenario.name())).map(play -> play.apply(fleet));
    }

    /** The owner is frozen for the outage: nothing else keeps it from renewing when the database is back. */
    private static Timeline outage(ComposeFleet fleet) {
        ComposeOwner owner = new ComposeOwner(fleet);
        Timeline timeline = begin(owner);
        timeline.act(ROUTING, "goes down for a planned upgrade of 80 s", () -> fleet.tell("stop", "routing"));
        timeline.act("00:01:15", LAB, "freezes the owner: it must not be the first to be back",
                () -> fleet.tell("pause", owner.name()));
        timeline.act("00:01:20", ROUTING, "is back", () -> fleet.tell("start", "routing"));
        timeline.see(owner.successor(), "finds the claim expired and takes it", owner::isReplaced, owner::words);
        timeline.act(LAB, "wakes the frozen box", () -> fleet.tell("unpause", owner.name()));
        return thatItIsFenced(timeline, owner);
    }

    private static Timeline freeze(ComposeFleet fleet) {
        ComposeOwner owner = new ComposeOwner(fleet);
        Timeline timeline = begin(owner);
        timeline.act(LAB, "freezes it (docker compose pause)", () -> fleet.tell("pause", owner.name()));
        timeline.see("00:01:00", owner.successor(), "finds the claim expired and takes it", owner::isReplaced,
                owner::words);
        timeline.act("00:01:30", LAB, "wakes it", () -> fleet.tell("unpause", owner.name()));
        return thatItIsFenced(timeline, owner);
    }

    private static Timeline kill(ComposeFleet fleet) {
        ComposeOwner owner = new ComposeOwner(fleet);
        Timeline timeline = begin(owner);
        timeline.act(LAB, "kills it (docker compose kill)", () -> fleet.tell("kill", owner.name()));
        timeline.see("00:01:00", owner.successor(), "finds the claim expired and takes it", owner::isReplaced,
                owner::words);
        timeline.act(LAB, "starts the killed box again", () -> fleet.tell("start", owner.name()));
        return thatItIsComplete(timeline, owner);
    }

    private static Timeline shardCrash(ComposeFleet fleet) {
        ComposeOwner owner = new ComposeOwner(fleet);
        Timeline timeline = begin(owner);
        timeline.act(Actor.shard(3), "crashes (docker compose kill)", () -> fleet.tell("kill", "shard-3"));
        timeline.act("00:00:20", Actor.shard(3), "recovers", () -> fleet.tell("start", "shard-3"));
        return thatItIsComplete(timeline, owner);
    }

    private static Timeline rollingRestart(ComposeFleet fleet) {
        ComposeOwner owner = new ComposeOwner(fleet);
        Timeline timeline = begin(owner);
        for (String box : ComposeFleet.boxes()) {
            timeline.act(Actor.called(box), "is stopped, and starts again", () -> fleet.tell("restart", box));
        }
        return thatItIsComplete(timeline, owner);
    }

    private static Timeline thatItIsFenced(Timeline timeline, ComposeOwner owner) {
        timeline.see(owner.actor(), "is fenced: it changes nothing, stops, and competes again", owner::isFenced,
                owner::fencedLine);
        return thatItIsComplete(timeline, owner);
    }

    private static Timeline thatItIsComplete(Timeline timeline, ComposeOwner owner) {
        timeline.see(FLEET, "the rebalance is complete", owner::isComplete);
        return timeline;
    }

    private static Timeline begin(ComposeOwner owner) {
        Timeline timeline = Timeline.from("00:00:00");
        timeline.act(LAB, "asks for the other number of shards, 2 or 3", owner::flip);
        timeline.resume("00:00:00", owner.actor(), "moves turbines", owner::moves);
        return timeline;
    }
}
