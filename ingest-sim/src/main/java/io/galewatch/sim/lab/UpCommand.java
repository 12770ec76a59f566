package io.galewatch.sim.lab;

import io.galewatch.sim.ledger.Ledger;
import io.galewatch.sim.turbines.Serials;
import io.galewatch.sim.turbines.WindFarm;
import java.io.PrintWriter;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code lab up}. */
@Command(name = "up", description = "Start databases, migrate, seed, start boxes and live turbines.")
final class UpCommand implements Callable<Integer> {

    @Mixin
    private FleetOptions options = new FleetOptions();

    @Mixin
    private WorkOption work = new WorkOption();

    @Option(names = "--detach", description = "return when the fleet is ready; ./lab down stops it")
    private boolean detach;

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        PrintWriter out = Commands.out(spec);
        FleetSettings settings = options.settings(work.directory(), new SplittableRandom());
        out.println("seed " + settings.seed() + ", work directory " + settings.work());
        out.flush();
        Fleet fleet = Fleet.prepare(settings);
        Interruption interruption = Interruption.cleaningUpBy(fleet::close);
        try {
            fleet.startDatabases();
            try (Ledger ledger = Ledger.append(fleet.layout().ledger())) {
                new ArdnavePoint(settings, fleet.databases()).seed(options.plan(settings),
                        InstantSource.system().instant().truncatedTo(ChronoUnit.SECONDS), ledger);
                if (!detach) {
                    runHere(fleet, ledger, out);
                }
            }
            fleet.handLinksTo(new Supervisor(fleet.layout(), fleet.state()), true);
            fleet.startBoxes();
            fleet.detach();
            describe(fleet, out);
            return ExitCode.CLEAN;
        } catch (Exception e) {
            interruption.swallowFailure();
            out.println("logs: " + fleet.layout().logs());
            fleet.close();
            throw e;
        } finally {
            out.flush();
            interruption.finished();
        }
    }

    /** Until Ctrl-C. */
    private static void runHere(Fleet fleet, Ledger ledger, PrintWriter out) throws InterruptedException {
        fleet.openLinks();
        fleet.startBoxes();
        FleetSettings settings = fleet.settings();
        try (WindFarm turbines = WindFarm.start(Serials.ardnavePoint(settings.turbines()),
                () -> fleet.boxes().stream().map(Box::url).toList(), ledger, InstantSource.system(),
                new SplittableRandom(settings.seed()))) {
            describe(fleet, out);
            out.println("%d turbines send; Ctrl-C stops everything".formatted(settings.turbines()));
            out.flush();
            new CountDownLatch(1).await();
        }
    }

    private static void describe(Fleet fleet, PrintWriter out) {
        fleet.boxes().forEach(box -> out.println(box.name() + "  " + box.url()));
        fleet.databases().all().forEach(server -> out.println(server.name() + "  " + server.directUrl()));
        out.println("users and passwords: " + fleet.layout().state());
        out.println("logs: " + fleet.layout().logs());
    }
}
