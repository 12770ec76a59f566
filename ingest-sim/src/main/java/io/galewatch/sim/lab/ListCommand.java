package io.galewatch.sim.lab;

import java.io.PrintWriter;
import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code lab list}. */
@Command(name = "list", description = "List what can be played.")
final class ListCommand implements Callable<Integer> {

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = Commands.out(spec);
        out.println("rebalance               2 to 3 shards on four boxes, under load");
        out.println("rebalance --kill-owner  the same, and the box that moves is killed half way");
        out.println("rebalance --giant N     the same, with one turbine of N rows");
        out.println("bench ingest            readings per second and latencies, idle and during a rebalance");
        out.println("bench relay             what the relays between boxes and databases cost");
        out.flush();
        return ExitCode.CLEAN;
    }
}
