package io.galewatch.sim.lab;

import io.galewatch.sim.ledger.Ledger;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code lab bench ingest}. */
@Command(name = "ingest", description = "Readings per second and latencies of ingest, idle and during a rebalance, beside straight inserts.")
final class IngestBenchCommand implements Callable<Integer> {

    private static final String SMALL = "2000";

    @Mixin
    private WorkOption work = new WorkOption();

    @Option(names = "--turbines", paramLabel = "N", defaultValue = "400", description = "turbines of the fleet (default ${DEFAULT-VALUE})")
    private int turbines;

    @Option(names = "--history", paramLabel = "1h", defaultValue = "1h", description = "history of each, which the rebalances move (default ${DEFAULT-VALUE})")
    private Duration history = Duration.ZERO;

    @Option(names = "--boxes", paramLabel = "N", defaultValue = "4", description = "boxes (default ${DEFAULT-VALUE})")
    private int boxes;

    @Option(names = "--each", paramLabel = "15s", defaultValue = "15s", description = "how long one measurement takes (default ${DEFAULT-VALUE})")
    private Duration each = Duration.ZERO;

    @Option(names = "--batch", paramLabel = "N,N", split = ",", defaultValue = "100,1000", description = "readings of a request when as many are sent as it takes (default ${DEFAULT-VALUE})")
    private List<Integer> batches = List.of();

    @Option(names = "--move-limit", paramLabel = "ROWS", defaultValue = "20000", description = "galewatch.move.max-rows-per-second of the boxes (default ${DEFAULT-VALUE})")
    private int moveLimit;

    @Option(names = "--port-base", paramLabel = "PORT", defaultValue = "24700", description = "boxes from here on, routing 50 above, then the shards (default ${DEFAULT-VALUE})")
    private int portBase;

    @Option(names = "--box-setting", paramLabel = "KEY=VALUE", description = "a further property of every box")
    private Map<String, String> boxSettings = new LinkedHashMap<>();

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        PrintWriter out = Commands.out(spec);
        // The limit is kept by pauses between batches: small ones make it an even trickle.
        Map<String, String> settings = new LinkedHashMap<>(
                Map.of("galewatch.move.max-rows-per-second", Integer.toString(moveLimit), "galewatch.move.batch-rows",
                        SMALL, "galewatch.move.window-rows", SMALL));
        settings.putAll(boxSettings);
        Path jar = Repository.root().resolve("mover/target/galewatch-mover.jar");
        Fleet fleet = Fleet.prepare(new FleetSettings(work.directory(), jar, boxes, 2, 3, turbines,
                Ports.from(portBase), Duration.ofSeconds(60), 1, settings));
        Interruption interruption = Interruption.cleaningUpBy(fleet::close);
        try {
            out.println(
                    "%d processors; mover limited to %,d rows/s in batches of %s; %d boxes, %,d turbines with %s each".formatted(
                            Runtime.getRuntime().availableProcessors(), moveLimit,
                            settings.get("galewatch.move.batch-rows"), boxes, turbines, history));
            out.flush();
            IngestBenchResult result = bench(fleet, out).run(batches);
            out.println();
            out.print(result.table());
            return result.targetsMet() ? ExitCode.CLEAN : ExitCode.WRONG;
        } catch (Exception e) {
            interruption.swallowFailure();
            out.println("logs: " + fleet.layout().logs());
            throw e;
        } finally {
            fleet.close();
            out.flush();
            interruption.finished();
        }
    }

    private IngestBench bench(Fleet fleet, PrintWriter out) throws Exception {
        fleet.startDatabases();
        ArdnavePoint farm = new ArdnavePoint(fleet.settings(), fleet.databases());
        Instant now = InstantSource.system().instant().truncatedTo(ChronoUnit.SECONDS);
        try (Ledger ledger = Ledger.append(fleet.layout().ledger())) {
            farm.seed(new ArdnavePoint.Plan(turbines, history, 0, 1), now, ledger);
        }
        fleet.linkDirectly();
        fleet.startBoxes();
        return new IngestBench(fleet, farm, each, now.plusSeconds(1), line -> {
            out.println(line);
            out.flush();
        });
    }
}
