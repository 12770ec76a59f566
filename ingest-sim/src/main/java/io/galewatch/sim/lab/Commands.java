package io.galewatch.sim.lab;

import java.io.PrintWriter;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Model.CommandSpec;

/** What commands have in common. */
public final class Commands {

    private Commands() {}

    public static PrintWriter out(@Nullable CommandSpec spec) {
        if (spec == null) {
            throw new IllegalStateException("picocli has not filled in the command");
        }
        return spec.commandLine().getOut();
    }
}
