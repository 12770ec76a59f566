package io.galewatch.sim.lab;

import io.galewatch.sim.report.Report;
import io.galewatch.sim.report.ReportFile;
import io.galewatch.sim.report.SummaryTable;
import java.io.Console;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.InstantSource;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code lab rebalance}. */
@Command(name = "rebalance", description = "The main job: up, seed, rebalance under load, check every row, down.")
final class RebalanceCommand implements Callable<Integer> {

    @Mixin
    private FleetOptions options = new FleetOptions();

    @Mixin
    private WorkOption work = new WorkOption();

    @Option(names = "--kill-owner", description = "SIGKILL the box that moves half way, and expect exactly one takeover")
    private boolean killOwner;

    @Option(names = "--deadline", paramLabel = "10m", defaultValue = "10m", description = "for the rebalance itself (default ${DEFAULT-VALUE}); exit code 4 when it passes")
    private Duration deadline = Duration.ZERO;

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        PrintWriter out = Commands.out(spec);
        FleetSettings settings = options.settings(work.directory(), new SplittableRandom());
        out.println("seed " + settings.seed() + ", work directory " + settings.work());
        Fleet fleet = Fleet.prepare(settings);
        Interruption interruption = Interruption.cleaningUpBy(() -> {
            fleet.close();
            out.println("%ninterrupted; logs: %s".formatted(fleet.layout().logs()));
            out.flush();
        });
        try {
            RebalanceJob job = new RebalanceJob(fleet, options.plan(settings), killOwner, deadline, out,
                    new Progress(out, isTerminal()), InstantSource.system());
            Report report = job.run();
            options.reportFile().ifPresent(file -> ReportFile.write(report, file));
            out.println();
            out.print(SummaryTable.of(report));
            finish(fleet, out);
            return report.exitCode();
        } catch (Exception e) {
            interruption.swallowFailure();
            out.println("logs: " + fleet.layout().logs());
            if (!options.keep) {
                fleet.close();
            }
            throw e;
        } finally {
            out.flush();
            interruption.finished();
        }
    }

    private void finish(Fleet fleet, PrintWriter out) {
        if (options.keep) {
            fleet.handLinksTo(new Supervisor(fleet.layout(), fleet.state()), false);
            fleet.detach();
            out.println("the fleet still runs; stop it with ./lab down");
        } else {
            fleet.close(leftover -> out.println("still running: " + leftover));
        }
        out.println("logs: " + fleet.layout().logs());
    }

    private static boolean isTerminal() {
        Console console = System.console();
        return console != null && console.isTerminal();
    }
}
