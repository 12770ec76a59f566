package io.galewatch.sim.scenario;

import static io.galewatch.sim.scenario.Actor.FLEET;
import static io.galewatch.sim.scenario.Actor.LAB;
import static io.galewatch.sim.scenario.Actor.ROUTING;

import io.galewatch.sim.lab.Fleet;
import java.util.Map;
import picocli.CommandLine.Option;

/**
 * The night of April: the routing database is away for 80 s, box 2 carries on past its lease, box 3 takes over, and both are
 * on AP-0163. With the fence, as everywhere; {@code --unfenced} with the mover of that night.
 */
public final class AprilNight implements Scenario {

    @Option(names = "--unfenced", description = "with the mover of that night, on shards without guards: loses AP-0163")
    private boolean unfenced;

    private static final Actor BOX_2 = Actor.box(2);
    private static final Actor BOX_3 = Actor.box(3);

    public AprilNight() {
        this(false);
    }

    public AprilNight(boolean unfenced) {
        this.unfenced = unfenced;
    }

    @Override
    public String name() {
        return "april-night";
    }

    @Override
    public String title() {
        return unfenced ? name() + " --unfenced" : name();
    }

    @Override
    public String summary() {
        return unfenced
                ? "the night that lost a year, with the mover of that night"
                : "the night that lost a year, with the fence (--unfenced: without, and it loses it again)";
    }

    @Override
    public Map<String, String> defaults() {
        return April.DEFAULTS;
    }

    @Override
    public Map<String, String> boxSettings(TimeScale scale) {
        return Map.of("galewatch.move.max-rows-per-second", Long.toString(April.ROWS_PER_SECOND),
                "galewatch.move.batch-rows", Long.toString(April.ROWS_PER_SECOND), "galewatch.move.window-rows",
                "20000");
    }

    @Override
    public Map<String, Long> longHistories(TimeScale scale) {
        return unfenced ? UnfencedNight.longHistories(scale) : April.longHistories(scale);
    }

    @Override
    public int sending(int turbines) {
        return unfenced ? 0 : turbines;
    }

    @Override
    public int serving(int boxes) {
        return unfenced ? 1 : boxes;
    }

    @Override
    public void prepare(Fleet fleet) {
        April.grantsUpTo16(fleet.databases().routing());
        if (unfenced) {
            UnfencedNight.takeTheGuardsAway(fleet);
        }
    }

    @Override
    public Timeline timeline(Stage stage) {
        return unfenced ? new UnfencedNight(stage).timeline() : fenced(stage);
    }

    private static Timeline fenced(Stage stage) {
        April april = new April(stage);
        Timeline night = Timeline.from("21:40:00");
        night.act(LAB, "lets only box 2 through to the routing database, so that it is box 2 that wins the race",
                () -> april.holdDownAllBut(2));
        night.act(LAB, "asks for three shards", () -> stage.rebalance(3));
        night.see("21:40:00", BOX_2, "wins the claim row, token 17, and starts copying", () -> april.holds(2, 17));
        night.act(LAB, "lets the others through again", april::letAllThrough);
        night.resume("22:24:10", BOX_2, "renews its lease, the last time that it is answered", april::renewedOnAp0162);
        night.act("22:24:20", ROUTING, "goes down for a planned upgrade of 80 s", stage.routing()::stopFast);
        night.see("22:24:35", BOX_2, "cannot renew, and carries on, on purpose",
                () -> april.logged(2, "The policy is to carry on"));
        night.act("22:25:10", BOX_2, "loses its claim, which expires now; nobody can see it", () -> {});
        night.see("22:25:35", BOX_2, "is on the next turbine, AP-0163, without authority", april::ap0163Copied);
        night.act(LAB,
                "holds down the links of boxes 1, 2 and 4 to the routing database: they are still in their back-off",
                () -> april.holdDownAllBut(3));
        night.act("22:25:40", ROUTING, "is back", stage.routing()::start);
        night.see("22:25:44", BOX_3, "finds the claim expired and takes it: token 18", () -> april.holds(3, 18));
        night.see("22:25:53", BOX_3, "has walked past what is done, raised the fences to 18, and is on AP-0163 too",
                () -> april.ap0163IsUnder(18));
        night.see(BOX_2, "presents token 17, matches no row, rolls back and stops", () -> april.logged(2, "FENCED"),
                () -> april.line(2, "FENCED"));
        night.show(FLEET, "at that moment", () -> april.whatTheShardsHold(true));
        night.see("22:26:19", BOX_3, "has copied and compared AP-0163, and deletes it on shard-1",
                april::ap0163LeftShard1, () -> april.whatTheShardsHold(true));
        night.act("22:26:21", LAB, "lets all boxes through to the routing database", april::letAllThrough);
        night.see(BOX_2, "writes down that it was fenced, and tidies up nothing",
                () -> stage.watch().fencedRejections(stage.box(2), 17) > 0);
        night.see(FLEET, "the rebalance is complete", stage.watch()::complete);
        night.check(FLEET, "nothing is left to clean up", april::nothingIsLeft, april::whatIsLeft);
        return night;
    }
}
