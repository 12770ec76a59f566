package io.galewatch.sim.compose;

import io.galewatch.sim.lab.ExitCode;
import io.galewatch.sim.ledger.Ledger;
import io.galewatch.sim.turbines.Serials;
import io.galewatch.sim.turbines.TurbineTotals;
import io.galewatch.sim.turbines.WindFarm;
import java.io.PrintWriter;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code turbines}: sends until it is told to stop. */
@Command(name = "turbines", description = "Live turbines: each sends a reading every two seconds to a random box.")
final class TurbinesCommand implements Callable<Integer> {

    /** More than a turbine waits for the answer under way. */
    private static final Duration FAREWELL = Duration.ofSeconds(20);

    @Mixin
    private LedgerOption ledger = new LedgerOption();

    @Option(names = "--boxes", paramLabel = "URL", split = ",", required = true, defaultValue = "${env:GALEWATCH_BOX_URLS}", description = "base URLs of the boxes (default: GALEWATCH_BOX_URLS)")
    private List<URI> boxes = List.of();

    @Option(names = "--turbines", paramLabel = "N", defaultValue = "${env:GALEWATCH_TURBINES:-200}", description = "AP-0001 and so on (default ${DEFAULT-VALUE})")
    private int turbines;

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter out = Console.of(spec);
        CountDownLatch stop = new CountDownLatch(1);
        CountDownLatch stopped = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> sayGoodbye(stop, stopped), "stopping"));
        try (Ledger promises = Ledger.append(ledger.file());
                WindFarm farm = WindFarm.start(Serials.ardnavePoint(turbines), () -> boxes, promises,
                        InstantSource.system(), new SplittableRandom())) {
            report(farm.totals(), out);
            while (!stop.await(60, TimeUnit.SECONDS)) {
                report(farm.totals(), out);
            }
        } finally {
            stopped.countDown();
        }
        return ExitCode.CLEAN;
    }

    private void report(TurbineTotals totals, PrintWriter out) {
        out.println("%d turbines: %d readings acknowledged, attempts repeated %s, refused for good %d".formatted(
                turbines, totals.acknowledgedCount(), totals.retryCounts(), totals.refusedCount()));
        out.flush();
    }

    /** A reading whose acknowledgement is under way is still written down. */
    private static void sayGoodbye(CountDownLatch stop, CountDownLatch stopped) {
        stop.countDown();
        try {
            stopped.await(FAREWELL.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
