package io.galewatch.sim.lab;

import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code lab down}. */
@Command(name = "down", description = "Stop everything, also what a killed lab has left behind.")
final class DownCommand implements Callable<Integer> {

    @Mixin
    private WorkOption work = new WorkOption();

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = Commands.out(spec);
        Layout layout = new Layout(work.directory());
        Teardown teardown = new Teardown(layout, new StateFile(layout));
        teardown.everything();
        List<String> leftovers = teardown.leftovers();
        if (!leftovers.isEmpty()) {
            throw new EnvironmentProblem("still running: " + String.join(", ", leftovers));
        }
        out.println("nothing of " + layout.work() + " runs any more; logs: " + layout.logs());
        out.flush();
        return ExitCode.CLEAN;
    }
}
