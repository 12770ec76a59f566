package io.galewatch.sim.compose;

import io.galewatch.sim.lab.ExitCode;
import io.galewatch.sim.ledger.Ledger;
import io.galewatch.sim.turbines.Serials;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code seed}: run once before the turbines start, and harmless when run again. */
@Command(name = "seed", description = "Gives the farm its history, once.")
final class SeedCommand implements Callable<Integer> {

    @Mixin
    private FleetAddresses fleet = new FleetAddresses();

    @Mixin
    private LedgerOption ledger = new LedgerOption();

    @Option(names = "--owner-password", paramLabel = "SECRET", required = true, defaultValue = "${env:GALEWATCH_OWNER_PASSWORD}", description = "of galewatch_owner (default: GALEWATCH_OWNER_PASSWORD)")
    private String ownerPassword = "";

    @Option(names = "--turbines", paramLabel = "N", defaultValue = "${env:GALEWATCH_TURBINES:-200}", description = "AP-0001 and so on (default ${DEFAULT-VALUE})")
    private int turbines;

    @Option(names = "--history", paramLabel = "6h", defaultValue = "${env:GALEWATCH_HISTORY:-6h}", description = "of each turbine (default ${DEFAULT-VALUE})")
    private Duration history = Duration.ZERO;

    @Option(names = "--seed", paramLabel = "S", defaultValue = "1", description = "the same gives the same values (default ${DEFAULT-VALUE})")
    private long seed;

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter out = Console.of(spec);
        List<String> serials = Serials.ardnavePoint(turbines);
        WhatWasPromised promised = WhatWasPromised.in(ledger.file());
        if (promised.histories().containsAll(serials)) {
            out.println("every turbine has its history already");
            return ExitCode.CLEAN;
        }
        FleetAddresses.Login owner = new FleetAddresses.Login("galewatch_owner", ownerPassword);
        try {
            FleetAddresses.Newest newest = fleet.newest(owner);
            if (newest.epoch() > 1 || promised.readings()) {
                out.println("this fleet lives already, nothing is seeded into it");
                return ExitCode.CLEAN;
            }
            try (Ledger promises = Ledger.append(ledger.file())) {
                long rows = new Seeding(fleet, owner, newest.shards()).run(serials,
                        new Seeding.Past(history, InstantSource.system().instant().truncatedTo(ChronoUnit.SECONDS),
                                seed),
                        promised, promises);
                out.println("%,d rows of history for %d turbines on %d shards".formatted(rows, serials.size(),
                        newest.shards()));
            }
            return ExitCode.CLEAN;
        } catch (SQLException e) {
            out.println("seed: " + e.getMessage());
            return ExitCode.ENVIRONMENT;
        } finally {
            out.flush();
        }
    }
}
