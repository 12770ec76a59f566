package io.galewatch.sim.scenario;

import io.galewatch.sim.checker.Findings;
import io.galewatch.sim.lab.Evidence;
import io.galewatch.sim.lab.ExitCode;
import io.galewatch.sim.lab.FleetSettings;
import io.galewatch.sim.ledger.LedgerReader;
import io.galewatch.sim.report.Report;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What came of a scenario: the independent checker's findings, the databases' own evidence, and what was not seen. */
final class Verdict {

    private Verdict() {}

    /**
     * @param missed what should have been seen and was not
     * @param seconds that the play took
     */
    static Report judge(Stage stage, String title, Optional<String> missed, double seconds)
            throws SQLException, InterruptedException {
        FleetSettings settings = stage.fleet().settings();
        Findings findings = stage.fleet().databases().checker(stage.watch().divisor()).check(
                new LedgerReader(stage.fleet().layout().ledger()));
        Evidence evidence = Evidence.since(stage.fleet().databases(), stage.watch().firstEpoch());
        List<String> problems = new ArrayList<>(findings.examples());
        missed.ifPresent(problems::add);
        if (stage.totals().refusedCount() > 0) {
            problems.add(stage.totals().refusedCount() + " readings were refused for good");
        }
        if (evidence.setAside() > 0) {
            problems.add(evidence.setAside() + " turbines were set aside");
        }
        boolean clean = findings.clean() && problems.isEmpty();
        return new Report(Report.SCHEMA_VERSION, title, settings.seed(), clean ? Report.CLEAN : Report.FAILED,
                exitCode(findings, missed, clean), stage.turbineCount(), stage.rowsSeeded(),
                stage.totals().acknowledgedCount(), findings.lost(), findings.duplicated(), findings.misplaced(),
                findings.changed(), findings.unexpected(), stage.totals().refusedCount(), stage.totals().retryCounts(),
                stage.displaced(), evidence.turbinesMoved(), evidence.rowsMoved(), evidence.bytesMoved(),
                evidence.seconds(),
                evidence.takeovers(), evidence.fencedRejections(), evidence.setAside(), evidence.vacancySeconds(),
                settings.boxes(), stage.fleet().databases().all().size(), seconds, problems);
    }

    private static int exitCode(Findings findings, Optional<String> missed, boolean clean) {
        if (clean) {
            return ExitCode.CLEAN;
        }
        return findings.clean() && missed.isPresent() ? ExitCode.DEADLINE : ExitCode.WRONG;
    }
}
