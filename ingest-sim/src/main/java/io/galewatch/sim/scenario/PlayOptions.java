package io.galewatch.sim.scenario;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that every scenario takes besides those of a fleet. */
final class PlayOptions {

    @Option(names = "--time-scale", paramLabel = "0.1", defaultValue = "1", description = "play so much faster: leases and outages are multiplied by it (default ${DEFAULT-VALUE})")
    double timeScale;

    @Option(names = "--record", paramLabel = "FILE", description = "keep the events in this file; ./lab replay FILE prints them again")
    @Nullable
    Path record;

    @Option(names = "--deadline", paramLabel = "10m", defaultValue = "10m", description = "for each thing that must be seen (default ${DEFAULT-VALUE}); exit code 4 when it passes")
    Duration deadline = Duration.ZERO;

    @Option(names = "--compose", description = "play on the containers of docker compose up in place of a fleet of its own (april-night, freeze, kill, shard-crash, rolling-restart)")
    boolean compose;

    Optional<Path> recordFile() {
        return Optional.ofNullable(record);
    }
}
