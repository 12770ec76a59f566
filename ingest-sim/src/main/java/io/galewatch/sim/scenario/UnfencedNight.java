package io.galewatch.sim.scenario;

import static io.galewatch.sim.scenario.Actor.FLEET;
import static io.galewatch.sim.scenario.Actor.LAB;
import static io.galewatch.sim.scenario.Actor.ROUTING;

import io.galewatch.sim.lab.Box;
import io.galewatch.sim.lab.Fleet;
import io.galewatch.sim.leaseonly.LeaseOnlyMover;
import java.time.Duration;
import java.util.Map;

/**
 * The night of April as it was: two processes of that night's mover, on shards without guards. The lab orders what happens
 * by the outage, by the lease and by holding links up; what is deleted, the movers delete by themselves.
 */
final class UnfencedNight {

    private static final Actor BOX_2 = Actor.box(2);
    private static final Actor BOX_3 = Actor.box(3);
    private static final Duration COPYING_AP_0162 = Duration.ofSeconds(25);
    private static final Duration COPYING_AP_0163 = Duration.ofSeconds(26);

    private final Stage stage;
    private final April april;

    UnfencedNight(Stage stage) {
        this.stage = stage;
        this.april = new April(stage);
    }

    static Map<String, Long> longHistories(TimeScale scale) {
        return April.longHistories(scale, COPYING_AP_0162, COPYING_AP_0163);
    }

    /** Also the service's own mover keeps out: it is paused, and box 1 only answers. */
    static void takeTheGuardsAway(Fleet fleet) {
        fleet.databases().shards().forEach(shard -> Question.tell(shard, """
            drop trigger guard on readings;
            drop trigger guard on turbine_move;
            drop trigger at_home on readings
            """));
        Question.tell(fleet.databases().routing(),
                "insert into mover_pause (paused_by, reason) values ('lab', 'the movers of that night do the work')");
    }

    Timeline timeline() {
        Audited audited = new Audited(stage, "journal-without-rows");
        Timeline night = Timeline.from("21:40:00");
        night.act(LAB, "asks for three shards", () -> stage.rebalance(3));
        night.act("21:40:00", LAB, "starts the mover of that night on box 2", () -> startOldMover(2));
        night.see(BOX_2, "wins the claim row, token 17, and starts copying", () -> april.holds(2, 17));
        night.act(LAB, "starts another one on box 3", () -> startOldMover(3));
        night.resume("22:24:10", BOX_2, "has renewed its lease, the last time that it is answered, and starts AP-0162",
                april::firstRowsOfAp0162);
        night.act(LAB, "holds up box 2 on AP-0162, so that it does not finish before the upgrade begins",
                () -> stage.fleet().links().between("box-2", "shard-2").stall());
        night.act("22:24:20", ROUTING, "goes down for a planned upgrade of 80 s", this::upgradeBegins);
        night.see("22:24:35", BOX_2, "finishes AP-0162, cannot renew, and tries again for a minute",
                () -> april.logged(2, "cannot renew"), () -> april.line(2, "cannot renew"));
        night.act("22:25:10", BOX_2, "loses its claim, which expires now; nobody can see it", () -> {});
        night.see("22:25:35", BOX_2, "carries on, on purpose, and starts AP-0163 without authority",
                april::firstRowsOfAp0163, () -> april.line(2, "carries on"));
        night.act(LAB, "holds up box 2 from here on, at the routing database (it is in its back-off) and at shard-3",
                this::holdUpBox2);
        night.act("22:25:40", ROUTING, "is back", stage.routing()::start);
        night.see("22:25:44", BOX_3,
                "finds the claim expired and takes it: token 18, and starts at the top of the list",
                () -> april.holds(3, 18));
        night.see("22:25:53", BOX_3, "has walked past what is gone from its source, and starts AP-0163 too",
                () -> april.logged(3, "starts AP-0163"));
        night.see("22:26:19", BOX_3, "has copied AP-0163, the counts agree, and it deletes AP-0163 on shard-1",
                () -> april.logged(3, "counts of AP-0163 agree"), () -> april.line(3, "counts of AP-0163"));
        night.show(FLEET, "at that moment", () -> april.whatTheShardsHold(false));
        night.act("22:26:21", LAB, "lets box 2 go on", stage.fleet().links()::pass);
        night.see(BOX_2, "finishes its own copy, tries to renew, learns that it lost, and tidies up",
                () -> april.logged(2, "tidies up"), () -> april.line(2, "tidies up"));
        night.show(FLEET, "then", () -> april.whatTheShardsHold(false));
        night.see(BOX_3, "goes on, and says that the rebalance is complete", stage.watch()::complete);
        night.check(Actor.box(1), "audits all shards, two days later in the story, and finds it", audited::finds,
                audited::words);
        return night;
    }

    private void startOldMover(int number) {
        Box box = stage.box(number);
        stage.fleet().startInsteadOf(box, LeaseOnlyMover.class,
                Map.of("LEASE_MILLIS", Long.toString(stage.lease().toMillis()), "ROWS_PER_SECOND",
                        Long.toString(April.ROWS_PER_SECOND)));
    }

    private void upgradeBegins() {
        stage.routing().stopFast();
        stage.fleet().links().between("box-2", "shard-2").pass();
    }

    private void holdUpBox2() {
        stage.holdDown(stage.box(2));
        stage.fleet().links().between("box-2", "shard-3").stall();
    }
}
