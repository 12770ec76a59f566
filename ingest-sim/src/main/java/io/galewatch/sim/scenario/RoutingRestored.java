package io.galewatch.sim.scenario;

import static io.galewatch.sim.scenario.Actor.FLEET;
import static io.galewatch.sim.scenario.Actor.LAB;
import static io.galewatch.sim.scenario.Actor.ROUTING;

import io.galewatch.sim.lab.Box;
import io.galewatch.sim.postgres.DirectoryTree;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The routing database is restored to a backup from before the rebalance: it knows neither the new map nor the tokens that
 * it has granted. The shards know both.
 */
public final class RoutingRestored extends FarmScenario {

    private long token;
    private long epoch;
    private String mapId = "";

    @Override
    public String name() {
        return "routing-restored";
    }

    @Override
    public String summary() {
        return "the routing database goes back in time, and so does its token; the shards know better";
    }

    @Override
    public Timeline timeline(Stage stage) {
        Path backup = stage.fleet().layout().work().resolve("routing-backup");
        Timeline timeline = Timeline.from("00:00:00");
        timeline.act(ROUTING, "is backed up", () -> backUp(stage, backup));
        timeline.act(LAB, "asks for %d shards".formatted(stage.other()), stage::flip);
        timeline.resume("00:00:00", FLEET, "a turbine is being copied", () -> remember(stage));
        timeline.act("00:00:05", ROUTING, "is restored to its backup: no rebalance, and an older token",
                () -> restore(stage, backup));
        timeline.see(ROUTING, "is told the newest map by the holder, who learnt it from the shards",
                () -> mapIsBack(stage));
        timeline.see(FLEET, "a token above every one that a shard has seen is minted",
                () -> stage.watch().highestFence() > token,
                () -> List.of("%d, after %d".formatted(stage.watch().highestFence(), token)));
        timeline.see(FLEET, "the rebalance is complete", stage.watch()::complete);
        return timeline;
    }

    private static double regressions(Stage stage) throws IOException {
        double sum = 0;
        for (Box box : stage.serving()) {
            sum += stage.watch().metric(box, "galewatch_claim_token_regressions_total");
        }
        return sum;
    }

    private static void backUp(Stage stage, Path backup) {
        DirectoryTree.delete(backup);
        stage.routing().stopFast();
        stage.routing().copyDataDirectoryTo(backup);
        stage.routing().start();
    }

    private static void restore(Stage stage, Path backup) {
        stage.routing().stopImmediately();
        stage.routing().restoreDataDirectoryFrom(backup);
        stage.routing().start();
        DirectoryTree.delete(backup);
    }

    private boolean remember(Stage stage) {
        token = stage.watch().highestFence();
        epoch = stage.watch().epoch();
        mapId = mapOf(stage);
        return copying(stage);
    }

    private boolean mapIsBack(Stage stage) {
        return mapOf(stage).equals(mapId);
    }

    private String mapOf(Stage stage) {
        return Question.ask(stage.routing(), "select map_id::text from routing_epoch where epoch = " + epoch,
                row -> row.getString(1)).orElse("");
    }
}
