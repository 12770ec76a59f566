package io.galewatch.sim.compose;

import io.galewatch.sim.lab.Durations;
import java.time.Duration;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;

/** The command of the ingest-sim image. */
@Command(name = "ingest-sim", description = "Simulated turbines of a fleet that runs elsewhere.", subcommands = {
    SeedCommand.class, TurbinesCommand.class, CheckCommand.class,
    HelpCommand.class}, footer = {"", "Exit codes: 0 clean, 1 something lost, doubled or misplaced, 2 usage,",
        "3 environment."})
public final class Compose {

    private Compose() {}

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new Compose()).registerConverter(Duration.class, new Durations()).execute(
                arguments));
    }
}
