package io.galewatch.sim.scenario;

import static io.galewatch.sim.scenario.Actor.FLEET;
import static io.galewatch.sim.scenario.Actor.LAB;

import io.galewatch.sim.postgres.Server;
import java.util.List;
import java.util.Optional;

/** A shard crashes in the middle of a batch and recovers. Its fence asks for a new seal, under a higher token. */
public final class ShardCrash extends FarmScenario {

    private Optional<Server> target = Optional.empty();
    private long token;
    private long acknowledged;

    @Override
    public String name() {
        return "shard-crash";
    }

    @Override
    public String summary() {
        return "the target of a move crashes in the middle of it, recovers, and is sealed again";
    }

    @Override
    public Timeline timeline(Stage stage) {
        Actor shard = new Actor(() -> target.map(Server::name).orElse("a shard"));
        Timeline timeline = Timeline.from("00:00:00");
        timeline.act(LAB, "asks for %d shards".formatted(stage.other()), stage::flip);
        timeline.resume("00:00:00", shard, "takes in a turbine", () -> isCopiedTo(stage));
        timeline.act(shard, "crashes, as if the power had failed", () -> crash(stage));
        timeline.see(FLEET, "readings for the other shards are taken meanwhile",
                () -> stage.totals().acknowledgedCount() >= acknowledged + stage.turbineCount() / 2);
        timeline.act("00:00:20", shard, "recovers", () -> server().start());
        timeline.see(FLEET, "every shard is sealed again, under a higher token", () -> sealedAgain(stage),
                () -> List.of(
                        "token %d was %s".formatted(stage.watch().highestFence(), stage.watch().causeOf(token + 1))));
        timeline.see(FLEET, "the rebalance is complete", stage.watch()::complete);
        return timeline;
    }

    private boolean isCopiedTo(Stage stage) {
        target = stage.watch().journalSays(UNDER_WAY);
        token = stage.watch().highestFence();
        return target.isPresent();
    }

    private Server server() {
        return target.orElseThrow();
    }

    private void crash(Stage stage) {
        acknowledged = stage.totals().acknowledgedCount();
        server().stopImmediately();
    }

    private boolean sealedAgain(Stage stage) {
        return stage.fleet().databases().shards().stream().allMatch(shard -> stage.watch().fence(shard) > token);
    }
}
