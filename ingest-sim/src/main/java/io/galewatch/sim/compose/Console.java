package io.galewatch.sim.compose;

import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** Where a command writes for people. */
final class Console {

    private Console() {}

    static PrintWriter of(@Nullable CommandSpec spec) {
        if (spec == null) {
            throw new IllegalStateException("picocli has not filled in the command");
        }
        return spec.commandLine().getOut();
    }
}
