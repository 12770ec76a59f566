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
        show(out, "rebalance", "2 to 3 shards on four boxes, under load");
        show(out, "rebalance --kill-owner", "the same, and the box that moves is killed half way");
        show(out, "rebalance --giant N", "the same, with one turbine of N rows");
        LabCommands.all().forEach(entry -> show(out, entry.name(), entry.summary()));
        show(out, "bench ingest", "readings per second and latencies, idle and during a rebalance");
        show(out, "bench move", "the mover beside psql and postgres_fdw, on the same databases");
        show(out, "bench relay", "what the relays between boxes and databases cost");
        out.flush();
        return ExitCode.CLEAN;
    }

    private static void show(PrintWriter out, String command, String summary) {
        out.println("%-24s %s".formatted(command, summary));
    }
}
