package io.galewatch.sim.scenario;

import io.galewatch.sim.lab.ArdnavePoint;
import io.galewatch.sim.lab.Fleet;
import io.galewatch.sim.lab.FleetSettings;
import io.galewatch.sim.lab.Ports;
import io.galewatch.sim.report.Report;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.Map;

/** A stage for tests, with a small farm and the shortest lease that fits, on which several scenarios are played. */
final class Rehearsal implements AutoCloseable {

    static final TimeScale SCALE = new TimeScale(0.1);
    static final Duration LEASE = Duration.ofSeconds(6);
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final int TURBINES = 12;

    private final Stage stage;
    private final Programme programme;

    private Rehearsal(Stage stage) {
        this.stage = stage;
        this.programme = new Programme(new PrintWriter(System.out, true, StandardCharsets.UTF_8), Palette.PLAIN,
                ZoneOffset.UTC);
    }

    /** @param shards there are, of which the scenarios use two or three unless they say otherwise */
    static Rehearsal of(Path work, int portBase, int shards, long seed, Map<String, String> boxSettings)
            throws Exception {
        Fleet fleet = Fleet.prepare(new FleetSettings(work,
                Path.of(System.getProperty("repo.root"), "mover/target/galewatch-mover.jar"), 3, 2, shards, TURBINES,
                Ports.from(portBase), LEASE, seed, boxSettings).withDefaults(SmallFarm.boxSettings(SCALE)).withDefaults(
                        Timing.fitting(LEASE)));
        try {
            return new Rehearsal(Stage.set(fleet, new Stage.Plan(new ArdnavePoint.Plan(TURBINES,
                    Duration.ofMinutes(10), 0, SmallFarm.LONG_HISTORIES, 1), 2, 3, TURBINES, 3, SCALE), nothing -> {}));
        } catch (RuntimeException e) {
            fleet.close();
            throw e;
        }
    }

    Report play(Scenario scenario) throws Exception {
        programme.title(scenario.title(), scenario.summary());
        Report report = new Performance(stage, PATIENCE, programme::event).of(scenario, false);
        programme.verdict(report);
        return report;
    }

    @Override
    public void close() {
        stage.close();
    }
}
