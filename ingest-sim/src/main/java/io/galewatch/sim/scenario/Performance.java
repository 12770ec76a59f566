package io.galewatch.sim.scenario;

import io.galewatch.sim.report.Report;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Consumer;

/** One play of a scenario on a stage that is set, and its verdict. */
final class Performance {

    private final Stage stage;
    private final Duration patience;
    private final Consumer<Event> audience;

    /** @param patience how long one sight is waited for */
    Performance(Stage stage, Duration patience, Consumer<Event> audience) {
        this.stage = stage;
        this.patience = patience;
        this.audience = audience;
    }

    /**
     * @param last no scenario follows on this stage: the turbines stop before the checker looks
     */
    Report of(Scenario scenario, boolean last) throws Exception {
        long started = System.nanoTime();
        stage.settle();
        stage.begin();
        Optional<String> missed;
        try {
            missed = new Player(stage.scale(), patience, InstantSource.system(), audience).play(
                    scenario.timeline(stage));
            stage.mend();
        } finally {
            scenario.afterwards();
        }
        if (last) {
            stage.stopTurbines();
        }
        return scenario.judged(
                Verdict.judge(stage, scenario.title(), missed, (System.nanoTime() - started) / 1e9));
    }
}
