package io.galewatch.sim.scenario;

import io.galewatch.sim.lab.Commands;
import io.galewatch.sim.lab.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lab replay FILE}. */
@Command(name = "replay", description = "Print a recorded scenario again.")
final class ReplayCommand implements Callable<Integer> {

    static final String SUMMARY = "a recorded scenario again";

    @Parameters(paramLabel = "FILE", description = "what --record wrote")
    private Path file = Path.of("");

    @Spec
    private @Nullable CommandSpec spec;

    /** The exit code says that it was printed, not how it ended: that is the last line's business. */
    @Override
    public Integer call() throws Exception {
        if (!Files.isRegularFile(file)) {
            throw usage("there is no file " + file);
        }
        try (Audience audience = new Audience(
                new Programme(Commands.out(spec), Palette.here(), ZoneId.systemDefault()), Optional.empty())) {
            for (EventLog.Line line : EventLog.read(file)) {
                switch (line) {
                    case EventLog.Title title -> audience.title(title.title(), title.summary());
                    case EventLog.Happened happened -> audience.event(happened.event());
                    case EventLog.Judged judged -> audience.verdict(judged.report());
                }
            }
        } catch (IllegalArgumentException e) {
            throw usage(String.valueOf(e.getMessage()));
        }
        return ExitCode.CLEAN;
    }

    private ParameterException usage(String message) {
        return new ParameterException(Optional.ofNullable(spec).orElseThrow().commandLine(), message);
    }
}
