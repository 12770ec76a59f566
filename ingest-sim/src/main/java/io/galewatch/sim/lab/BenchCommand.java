package io.galewatch.sim.lab;

import io.galewatch.sim.postgres.DirectoryTree;
import io.galewatch.sim.postgres.PostgresBinaries;
import io.galewatch.sim.postgres.Server;
import io.galewatch.sim.postgres.ServerSettings;
import io.galewatch.sim.process.Launcher;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code lab bench}: measurements, as ratios within one run. */
@Command(name = "bench", description = "Measurements, as ratios within one run.", subcommands = {
    IngestBenchCommand.class, MoveBenchCommand.class})
final class BenchCommand {

    @Spec
    private @Nullable CommandSpec spec;

    @Command(name = "relay", description = "The same work on one database, directly and through a relay, in turns.")
    int relay(
            @Option(names = "--port", defaultValue = "54390", description = "port of the database (default ${DEFAULT-VALUE})") int port)
            throws Exception {
        PrintWriter out = Commands.out(spec);
        Path directory = Files.createTempDirectory("galewatch-bench-");
        Launcher launcher = new Launcher();
        Server server = new Server(launcher, PostgresBinaries.unpack(), new ServerSettings("bench", port,
                directory.resolve("data"), directory.resolve("bench.log"), "bench"));
        Callable<Boolean> cleanUp = () -> {
            launcher.close();
            server.stopImmediately();
            DirectoryTree.delete(directory);
            return true;
        };
        Interruption interruption = Interruption.cleaningUpBy(() -> {
            launcher.close();
            server.stopImmediately();
        });
        try {
            server.initialise();
            server.start();
            out.print(new RelayBench(server, "bench").run());
            out.flush();
            return ExitCode.CLEAN;
        } finally {
            cleanUp.call();
            interruption.finished();
        }
    }
}
