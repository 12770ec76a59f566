package io.galewatch.sim.scenario;

import io.galewatch.sim.lab.LabCommands;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.CommandLine;

/** Every scenario there is, as commands of the lab. */
public final class Scenarios implements LabCommands {

    private static final List<Supplier<Scenario>> ALL = List.of(AprilNight::new, Freeze::new,
            Kill::new, CutOff::new, ShardCrash::new, RoutingRestored::new, Abort::new, Shrink::new, Grow::new,
            RollingRestart::new, March::new, DiskFull::new, Payouts::new, Chaos::new);

    @Override
    public List<Entry> commands() {
        return Stream.concat(ALL.stream().map(Supplier::get).map(
                scenario -> new Entry(scenario.name(), scenario.summary(), PlayCommand.of(scenario))),
                Stream.of(new Entry("replay", ReplayCommand.SUMMARY, new CommandLine(new ReplayCommand())))).toList();
    }
}
