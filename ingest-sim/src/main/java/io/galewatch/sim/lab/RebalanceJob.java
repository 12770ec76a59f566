package io.galewatch.sim.lab;

import io.galewatch.sim.checker.Findings;
import io.galewatch.sim.ledger.Ledger;
import io.galewatch.sim.ledger.LedgerReader;
import io.galewatch.sim.process.Waiting;
import io.galewatch.sim.report.Report;
import io.galewatch.sim.turbines.Serials;
import io.galewatch.sim.turbines.TurbineTotals;
import io.galewatch.sim.turbines.WindFarm;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The main job, top to bottom: seed, let the turbines send, change N, wait, stop the turbines, judge. */
final class RebalanceJob {

    private static final Duration FIRST_READINGS = Duration.ofSeconds(60);
    private static final long POLL_MILLIS = 250;

    private final Fleet fleet;
    private final ArdnavePoint.Plan plan;
    private final Optional<OwnerKiller> killer;
    private final Duration deadline;
    private final PrintWriter out;
    private final Progress progress;
    private final InstantSource clock;

    RebalanceJob(Fleet fleet, ArdnavePoint.Plan plan, boolean killOwner, Duration deadline, PrintWriter out,
            Progress progress, InstantSource clock) {
        this.fleet = fleet;
        this.plan = plan;
        this.killer = killOwner ? Optional.of(new OwnerKiller(fleet)) : Optional.empty();
        this.deadline = deadline;
        this.out = out;
        this.progress = progress;
        this.clock = clock;
    }

    Report run() throws SQLException, InterruptedException {
        long started = System.nanoTime();
        FleetSettings settings = fleet.settings();
        say("databases: routing on %d, shards from %d on", settings.ports().routing(), settings.ports().firstShard());
        fleet.startDatabases();
        ArdnavePoint farm = new ArdnavePoint(settings, fleet.databases());
        long rowsSeeded;
        TurbineTotals totals;
        try (Ledger ledger = Ledger.append(fleet.layout().ledger())) {
            say("seeding %d turbines with %s each", plan.turbines(), plan.history());
            rowsSeeded = farm.seed(plan, clock.instant().truncatedTo(ChronoUnit.SECONDS), ledger);
            say("%,d rows seeded after %s; starting %d boxes", rowsSeeded, since(started), settings.boxes());
            fleet.openLinks();
            fleet.startBoxes();
            say("boxes ready after %s; turbines send", since(started));
            totals = rebalanceUnderLoad(ledger, farm.displaced());
        }
        say("turbines stopped after %s; checking every row", since(started));
        Findings findings = fleet.databases().checker(settings.to()).check(new LedgerReader(fleet.layout().ledger()));
        return judge(rowsSeeded, totals, farm.displaced(), findings, seconds(started));
    }

    private TurbineTotals rebalanceUnderLoad(Ledger ledger, long displaced) throws InterruptedException {
        FleetSettings settings = fleet.settings();
        try (WindFarm turbines = WindFarm.start(Serials.ardnavePoint(settings.turbines()),
                () -> fleet.boxes().stream().map(Box::url).toList(), ledger, clock,
                new SplittableRandom(settings.seed()))) {
            TurbineTotals totals = turbines.totals();
            boolean flowing = Waiting.until(FIRST_READINGS,
                    () -> totals.acknowledgedCount() >= settings.turbines() || totals.refusedCount() > 0);
            if (totals.refusedCount() > 0) {
                throw new IllegalStateException("the boxes refuse readings; the first refusals are logged above");
            }
            if (!flowing) {
                throw new DeadlinePassed("the turbines had only %d readings acknowledged within %s: %s".formatted(
                        totals.acknowledgedCount(), FIRST_READINGS, totals.retryCounts()));
            }
            fleet.admin().rebalance(settings.to());
            say("rebalance %d to %d accepted", settings.from(), settings.to());
            awaitComplete(displaced, totals);
            return totals;
        }
    }

    private void awaitComplete(long displaced, TurbineTotals totals) throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        long end = System.nanoTime() + deadline.toNanos();
        Optional<RebalanceStatus> last = Optional.empty();
        while (last.filter(RebalanceStatus::complete).isEmpty()) {
            if (System.nanoTime() - end >= 0) {
                progress.end();
                throw new DeadlinePassed("the rebalance was not complete within " + deadline + "; last seen: "
                        + last.map(status -> Progress.line(status, displaced, totals.acknowledgedCount())).orElse(
                                "no answer"));
            }
            last = fleet.admin().status();
            last.ifPresent(status -> {
                progress.show(status, displaced, totals.acknowledgedCount());
                killer.ifPresent(action -> action.look(status, displaced).ifPresent(killed -> {
                    progress.end();
                    say("%s killed (SIGKILL) in the middle of its work", killed);
                }));
            });
            never.await(POLL_MILLIS, TimeUnit.MILLISECONDS);
        }
        progress.end();
    }

    private Report judge(long rowsSeeded, TurbineTotals totals, long displaced, Findings findings, double totalSeconds)
            throws SQLException {
        FleetSettings settings = fleet.settings();
        Evidence evidence = Evidence.read(fleet.databases());
        List<String> problems = new ArrayList<>(findings.examples());
        if (!evidence.complete() || evidence.shards() != settings.to()) {
            problems.add("the routing database does not say that the rebalance to %d shards is complete".formatted(
                    settings.to()));
        }
        if (evidence.turbinesMoved() != displaced) {
            problems.add(
                    "%d turbines are displaced, but the journals say that %d moved and %d were set aside".formatted(
                            displaced, evidence.turbinesMoved(), evidence.setAside()));
        }
        if (totals.refusedCount() > 0) {
            problems.add(totals.refusedCount() + " readings were refused for good");
        }
        if (killer.isPresent() && evidence.takeovers() != 1) {
            problems.add("the owner was killed once, but there were " + evidence.takeovers() + " takeovers");
        }
        boolean clean = findings.clean() && problems.isEmpty();
        return new Report(Report.SCHEMA_VERSION, killer.isPresent() ? "rebalance-kill-owner" : "rebalance",
                settings.seed(), clean ? Report.CLEAN : Report.FAILED, clean ? ExitCode.CLEAN : ExitCode.WRONG,
                settings.turbines(), rowsSeeded, totals.acknowledgedCount(), findings.lost(), findings.duplicated(),
                findings.misplaced(), findings.changed(), findings.unexpected(), totals.refusedCount(),
                totals.retryCounts(), displaced, evidence.turbinesMoved(), evidence.rowsMoved(), evidence.bytesMoved(),
                evidence.seconds(), evidence.takeovers(), evidence.fencedRejections(), evidence.setAside(),
                evidence.vacancySeconds(), settings.boxes(), fleet.databases().all().size(), totalSeconds, problems);
    }

    private void say(String format, Object... values) {
        out.println(format.formatted(values));
        out.flush();
    }

    private static String since(long started) {
        return "%.1f s".formatted(seconds(started));
    }

    private static double seconds(long started) {
        return (System.nanoTime() - started) / 1e9;
    }
}
