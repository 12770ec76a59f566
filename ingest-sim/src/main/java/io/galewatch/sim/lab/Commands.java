package io.galewatch.sim.lab;

import java.io.PrintWriter;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Model.CommandSpec;

/** What commands have in common. */
final class Commands {

    private Commands() {}

    static PrintWriter out(@Nullable CommandSpec spec) {
        if (spec == null) {
            throw new IllegalStateException("picocli has not filled in the command");
        }
        return spec.commandLine().getOut();
    }
}
