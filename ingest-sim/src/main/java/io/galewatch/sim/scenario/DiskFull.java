package io.galewatch.sim.scenario;

import static io.galewatch.sim.scenario.Actor.FLEET;
import static io.galewatch.sim.scenario.Actor.LAB;
import static io.galewatch.sim.scenario.Actor.shard;

import java.util.List;
import java.util.Locale;

/** The target's disk is full in the middle of a copy: the move waits with the reason, and nothing is deleted. */
public final class DiskFull extends FarmScenario {

    private static final String SMALL = "9m";
    private static final String ENOUGH = "1g";
    private long rowsAtTheSource;
    private Runnable abandon = () -> {};

    @Override
    public String name() {
        return "disk-full";
    }

    @Override
    public String summary() {
        return "the disk of the target is full in the middle of a copy; mended, the move goes on by itself";
    }

    @Override
    public Timeline timeline(Stage stage) {
        stage.settle(2);
        SmallDisk disk = new SmallDisk(stage);
        abandon = disk::abandon;
        Timeline timeline = Timeline.from("00:00:00");
        timeline.act(LAB, "puts the readings of shard-3 on a disk of %s".formatted(SMALL), () -> disk.mount(SMALL));
        timeline.act(LAB, "asks for three shards", () -> begin(stage));
        timeline.see(shard(3), "is full", disk::refuses, disk::words);
        timeline.show(FLEET, "nothing has left shard-1 without being on shard-3",
                () -> List.of(String.format(Locale.ROOT, "shard-1 holds %,d rows of %s, as before (%,d)",
                        rowsOfTheGiant(stage), SmallFarm.FIRST_GIANT, rowsAtTheSource)));
        timeline.check(FLEET, "the turbine is whole where it was", () -> rowsOfTheGiant(stage) == rowsAtTheSource,
                List::of);
        timeline.act("00:00:30", LAB, "gives the disk %s".formatted(ENOUGH), () -> disk.resize(ENOUGH));
        timeline.see(FLEET, "the rebalance is complete", stage.watch()::complete);
        timeline.act(LAB, "takes the small disk away again", disk::unmount);
        return timeline;
    }

    @Override
    public void afterwards() {
        abandon.run();
    }

    private void begin(Stage stage) {
        rowsAtTheSource = rowsOfTheGiant(stage);
        stage.rebalance(3);
    }

    /** It moves from shard-1 to shard-3, and sends to shard-3 already. */
    private static long rowsOfTheGiant(Stage stage) {
        return stage.watch().rows(stage.shard(1), SmallFarm.FIRST_GIANT);
    }
}
