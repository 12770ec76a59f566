package io.galewatch.sim.scenario;

import io.galewatch.sim.lab.ExitCode;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;

/** Plays a scenario on the containers, and has their checker look at every row. */
final class ComposePlay {

    private static final Duration STORY_LEASE = Duration.ofSeconds(60);

    private final Path repository;
    private final Map<String, String> environment;
    private final Audience audience;
    private final Duration patience;

    ComposePlay(Path repository, Map<String, String> environment, Audience audience, Duration patience) {
        this.repository = repository;
        this.environment = environment;
        this.audience = audience;
        this.patience = patience;
    }

    /** The exit code; empty when the scenario can't be played there. */
    Optional<Integer> play(Scenario scenario, PrintWriter out) throws Exception {
        try (ComposeFleet fleet = new ComposeFleet(repository, environment)) {
            Optional<Timeline> timeline = OnCompose.timeline(scenario, fleet);
            if (timeline.isEmpty()) {
                return Optional.empty();
            }
            fleet.mustRun();
            // Their lease is what docker-compose.yml says; outages are scaled to it.
            TimeScale scale = new TimeScale(
                    Math.min(1, (double) fleet.lease().toMillis() / STORY_LEASE.toMillis()));
            audience.title(scenario.name() + " --compose", scenario.summary());
            Optional<String> missed = new Player(scale, patience, InstantSource.system(), audience::event).play(
                    timeline.get());
            if (missed.isPresent()) {
                fleet.mend();
            }
            out.println();
            boolean clean = fleet.check(out) == 0;
            missed.ifPresent(what -> out.println("  ! " + what));
            if (clean) {
                return Optional.of(missed.isPresent() ? ExitCode.DEADLINE : ExitCode.CLEAN);
            }
            return Optional.of(ExitCode.WRONG);
        }
    }
}
