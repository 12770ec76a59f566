package io.galewatch.sim.lab;

import java.time.Duration;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.OptionSpec;

/** {@code ./lab}: a whole Galewatch fleet on this machine. */
@Command(name = "lab", description = "A whole Galewatch fleet on this machine.", subcommands = {UpCommand.class,
    RebalanceCommand.class, CheckCommand.class, AuditCommand.class, DownCommand.class, ListCommand.class,
    BenchCommand.class,
    SuperviseCommand.class, HelpCommand.class}, footer = {"",
        "Exit codes: 0 clean, 1 something lost, doubled, misplaced or a verdict missed, 2 usage,",
        "3 environment, 4 deadline passed, 130 interrupted."})
public final class Lab {

    private Lab() {}

    public static void main(String[] arguments) {
        System.exit(run(arguments));
    }

    static int run(String... arguments) {
        CommandLine lab = new CommandLine(new Lab());
        LabCommands.all().forEach(more -> lab.addSubcommand(more.name(), more.command()));
        explainOnRequest(lab);
        return lab.registerConverter(Duration.class, new Durations()).setCaseInsensitiveEnumValuesAllowed(
                true).setExecutionExceptionHandler(Lab::explain).execute(arguments);
    }

    /** Lets every command take {@code --help}. */
    private static void explainOnRequest(CommandLine command) {
        if (command.getCommandSpec().findOption("--help") == null) {
            command.getCommandSpec().addOption(OptionSpec.builder("-h", "--help").usageHelp(true).description(
                    "show this help").build());
        }
        command.getSubcommands().values().forEach(Lab::explainOnRequest);
    }

    private static int explain(Exception problem, CommandLine command, CommandLine.ParseResult parsed) {
        switch (problem) {
            case DeadlinePassed passed -> command.getErr().println("lab: " + passed.getMessage());
            case EnvironmentProblem environment -> command.getErr().println("lab: " + environment.getMessage());
            default -> {
                command.getErr().println("lab: could not finish, so there is no verdict: " + problem);
                problem.printStackTrace(command.getErr());
            }
        }
        command.getErr().flush();
        return problem instanceof DeadlinePassed ? ExitCode.DEADLINE : ExitCode.ENVIRONMENT;
    }
}
