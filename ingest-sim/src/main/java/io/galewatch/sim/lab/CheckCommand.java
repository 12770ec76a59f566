package io.galewatch.sim.lab;

import io.galewatch.sim.checker.Findings;
import io.galewatch.sim.ledger.LedgerReader;
import io.galewatch.sim.process.Launcher;
import io.galewatch.sim.report.ReportFile;
import io.galewatch.sim.report.SummaryTable;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code lab check}. */
@Command(name = "check", description = "The independent checker, against a running fleet and its ledger.")
final class CheckCommand implements Callable<Integer> {

    @Mixin
    private WorkOption work = new WorkOption();

    @Option(names = "--report", paramLabel = "FILE", description = "write the findings as JSON to this file")
    private @Nullable Path report;

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        PrintWriter out = Commands.out(spec);
        Layout layout = new Layout(work.directory());
        StateFile state = new StateFile(layout);
        Databases databases = Databases.of(state.require(), layout, state, new Launcher());
        Evidence evidence = Evidence.read(databases);
        if (!evidence.complete() && evidence.epoch() > 1) {
            out.println("a rebalance to %d shards is not complete: what it is moving now counts as wrong".formatted(
                    evidence.shards()));
        }
        Findings findings = databases.checker(evidence.shards()).check(new LedgerReader(layout.ledger()));
        out.print(SummaryTable.of(findings));
        findings.examples().forEach(example -> out.println("  ! " + example));
        out.flush();
        Path file = report;
        if (file != null) {
            ReportFile.write(findings, file);
        }
        return findings.clean() ? ExitCode.CLEAN : ExitCode.WRONG;
    }
}
