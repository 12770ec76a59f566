package io.galewatch.sim.lab;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Option;

/** The options that every command which starts a fleet takes. */
public final class FleetOptions {

    private static final long NO_SEED = Long.MIN_VALUE;

    @Option(names = "--report", paramLabel = "FILE", description = "write the report as JSON to this file")
    @Nullable
    Path report;

    @Option(names = "--keep", description = "leave the fleet running at the end; ./lab down stops it")
    boolean keep;

    @Option(names = "--turbines", paramLabel = "N", defaultValue = "200", description = "AP-0001 and so on (default ${DEFAULT-VALUE})")
    int turbines;

    @Option(names = "--history", paramLabel = "6h", defaultValue = "6h", description = "history of each turbine (default ${DEFAULT-VALUE})")
    Duration history = Duration.ZERO;

    @Option(names = "--giant", paramLabel = "ROWS", defaultValue = "0", description = "one turbine that moves gets so many rows of history")
    long giant;

    @Option(names = "--from", paramLabel = "N", defaultValue = "2", description = "shards before (default ${DEFAULT-VALUE})")
    int from;

    @Option(names = "--to", paramLabel = "N", defaultValue = "3", description = "shards after (default ${DEFAULT-VALUE})")
    int to;

    @Option(names = "--boxes", paramLabel = "N", defaultValue = "4", description = "boxes (default ${DEFAULT-VALUE})")
    int boxes;

    @Option(names = "--lease", paramLabel = "60s", defaultValue = "60s", description = "lease of the claim (default ${DEFAULT-VALUE})")
    Duration lease = Duration.ZERO;

    @Option(names = "--seed", paramLabel = "S", defaultValue = ""
            + NO_SEED, showDefaultValue = picocli.CommandLine.Help.Visibility.NEVER, description = "replays the turbines of an earlier run (default: a new one, printed)")
    long seed;

    @Option(names = "--port-base", paramLabel = "PORT", defaultValue = "0", showDefaultValue = picocli.CommandLine.Help.Visibility.NEVER, description = "boxes from here on, routing 50 above, then the shards")
    int portBase;

    @Option(names = "--box-port", paramLabel = "PORT", defaultValue = "0", description = "first box (default 8081)")
    int boxPort;

    @Option(names = "--routing-port", paramLabel = "PORT", defaultValue = "0", description = "routing database (default 54320)")
    int routingPort;

    @Option(names = "--shard-port", paramLabel = "PORT", defaultValue = "0", description = "first shard (default 54321)")
    int shardPort;

    @Option(names = "--box-setting", paramLabel = "KEY=VALUE", description = "a further property of every box, galewatch.move.batch-rows=10000 for example")
    Map<String, String> boxSettings = new LinkedHashMap<>();

    public FleetSettings settings(Path work, RandomGenerator random) {
        Ports base = portBase == 0 ? Ports.DEFAULT : Ports.from(portBase);
        Ports ports = new Ports(boxPort == 0 ? base.firstBox() : boxPort,
                routingPort == 0 ? base.routing() : routingPort,
                shardPort == 0 ? base.firstShard() : shardPort);
        return new FleetSettings(work, Repository.root().resolve("mover/target/galewatch-mover.jar"), boxes, from, to,
                turbines, ports, lease, seed == NO_SEED ? random.nextInt(1_000_000_000) : seed, boxSettings);
    }

    ArdnavePoint.Plan plan(FleetSettings settings) {
        return new ArdnavePoint.Plan(turbines, history, giant, Map.of(), settings.seed());
    }

    /** Leave the fleet running at the end. */
    public boolean keep() {
        return keep;
    }

    /** Of each turbine. */
    public Duration history() {
        return history;
    }

    /** Rows of one turbine that moves; 0 for none. */
    public long giant() {
        return giant;
    }

    public Optional<Path> reportFile() {
        return Optional.ofNullable(report);
    }
}
