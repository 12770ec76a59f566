package io.galewatch.sim.compose;

import io.galewatch.sim.checker.Checker;
import io.galewatch.sim.checker.Findings;
import io.galewatch.sim.lab.ExitCode;
import io.galewatch.sim.ledger.LedgerReader;
import io.galewatch.sim.report.SummaryTable;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code check}: the independent checker, straight at the databases. */
@Command(name = "check", description = "Checks that everything the ledger promises is stored once, at home, unchanged.")
final class CheckCommand implements Callable<Integer> {

    @Mixin
    private FleetAddresses fleet = new FleetAddresses();

    @Mixin
    private LedgerOption ledger = new LedgerOption();

    @Option(names = "--reader-password", paramLabel = "SECRET", required = true, defaultValue = "${env:GALEWATCH_ROLES_READER_PASSWORD}", description = "of galewatch_reader (default: GALEWATCH_ROLES_READER_PASSWORD)")
    private String readerPassword = "";

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter out = Console.of(spec);
        FleetAddresses.Login reader = new FleetAddresses.Login("galewatch_reader", readerPassword);
        try {
            FleetAddresses.Newest newest = fleet.newest(reader);
            if (!newest.complete()) {
                out.println("a rebalance to %d shards is not complete: what it is moving now counts as wrong".formatted(
                        newest.shards()));
            }
            Findings findings = new Checker(fleet.accesses(reader), newest.shards(),
                    Runtime.getRuntime().availableProcessors()).check(new LedgerReader(ledger.file()));
            out.print(SummaryTable.of(findings));
            findings.examples().forEach(example -> out.println("  ! " + example));
            return findings.clean() ? ExitCode.CLEAN : ExitCode.WRONG;
        } catch (SQLException e) {
            out.println("check: " + e.getMessage());
            return ExitCode.ENVIRONMENT;
        } finally {
            out.flush();
        }
    }
}
