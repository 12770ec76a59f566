package io.galewatch.sim.scenario;

import io.galewatch.sim.lab.ArdnavePoint;
import io.galewatch.sim.lab.Commands;
import io.galewatch.sim.lab.ExitCode;
import io.galewatch.sim.lab.Fleet;
import io.galewatch.sim.lab.FleetOptions;
import io.galewatch.sim.lab.FleetSettings;
import io.galewatch.sim.lab.Interruption;
import io.galewatch.sim.lab.Repository;
import io.galewatch.sim.lab.Supervisor;
import io.galewatch.sim.lab.WorkOption;
import io.galewatch.sim.report.Report;
import io.galewatch.sim.report.ReportFile;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code lab SCENARIO}: a fleet, the scenario, the verdict, and everything down again. */
@Command
final class PlayCommand implements Callable<Integer> {

    private final Scenario scenario;

    @Mixin
    private FleetOptions options = new FleetOptions();

    @Mixin
    private WorkOption work = new WorkOption();

    @Mixin
    private PlayOptions play = new PlayOptions();

    @Spec
    private @Nullable CommandSpec spec;

    private PlayCommand(Scenario scenario) {
        this.scenario = scenario;
    }

    static CommandLine of(Scenario scenario) {
        CommandLine command = new CommandLine(new PlayCommand(scenario));
        if (Arrays.stream(scenario.getClass().getDeclaredFields()).anyMatch(
                field -> field.isAnnotationPresent(Option.class))) {
            command.addMixin("scenario", scenario);
        }
        command.getCommandSpec().name(scenario.name()).usageMessage().description(scenario.summary());
        return command.setDefaultValueProvider(argument -> argument instanceof OptionSpec option
                ? scenario.defaults().get(option.longestName())
                : null);
    }

    @Override
    public Integer call() throws Exception {
        PrintWriter out = Commands.out(spec);
        return play.compose ? onCompose(out) : onItsOwnFleet(out);
    }

    private int onCompose(PrintWriter out) throws Exception {
        try (Audience audience = audience(out)) {
            return new ComposePlay(Repository.root(), System.getenv(), audience, play.deadline).play(scenario,
                    out).orElseThrow(() -> usage(scenario.name() + " cannot be played on containers"));
        } finally {
            out.flush();
        }
    }

    private Audience audience(PrintWriter out) {
        return new Audience(new Programme(out, Palette.here(), ZoneId.systemDefault()),
                play.recordFile().map(EventLog::create));
    }

    private int onItsOwnFleet(PrintWriter out) throws Exception {
        TimeScale scale = scale();
        FleetSettings settings = settings(scale);
        Fleet fleet = Fleet.prepare(settings);
        Interruption interruption = Interruption.cleaningUpBy(() -> {
            fleet.close();
            out.println("%ninterrupted; logs: %s".formatted(fleet.layout().logs()));
            out.flush();
        });
        try (Audience audience = audience(out)) {
            say(out, "seed %d, work directory %s, time scale %s, lease %.1f s", settings.seed(), settings.work(),
                    play.timeScale, settings.lease().toMillis() / 1e3);
            Stage stage = Stage.set(fleet, plan(settings, scale), scenario::prepare);
            audience.title(scenario.title(), scenario.summary());
            Report report = new Performance(stage, play.deadline, audience::event).of(scenario, true);
            audience.verdict(report);
            options.reportFile().ifPresent(file -> ReportFile.write(report, file));
            finish(fleet, out);
            if (report.exitCode() != ExitCode.CLEAN && !options.keep()) {
                scenario.investigate(another -> fails(another, settings, scale, out), settings.work()).forEach(
                        out::println);
            }
            return report.exitCode();
        } catch (Exception e) {
            interruption.swallowFailure();
            out.println("logs: " + fleet.layout().logs());
            if (!options.keep()) {
                fleet.close();
            }
            throw e;
        } finally {
            out.flush();
            interruption.finished();
        }
    }

    /** In a work directory of its own, so that the logs of what is looked into stay. */
    private boolean fails(Scenario another, FleetSettings settings, TimeScale scale, PrintWriter out)
            throws Exception {
        try (Fleet fleet = Fleet.prepare(settings.in(settings.work().resolve("again")))) {
            Report report = new Performance(Stage.set(fleet, plan(settings, scale), another::prepare), play.deadline,
                    event -> {}).of(another, true);
            say(out, "tried again with less: %s", report.verdict());
            return report.exitCode() != ExitCode.CLEAN;
        }
    }

    private TimeScale scale() {
        try {
            return new TimeScale(play.timeScale);
        } catch (IllegalArgumentException e) {
            throw usage("--time-scale: " + e.getMessage());
        }
    }

    private FleetSettings settings(TimeScale scale) {
        FleetSettings wanted = options.settings(work.directory(), new SplittableRandom());
        Duration lease = scale.wall(wanted.lease());
        if (lease.compareTo(Timing.SHORTEST_LEASE) < 0) {
            throw usage("--lease %d s times --time-scale %s is %d ms; a box refuses a lease below %d s".formatted(
                    wanted.lease().toSeconds(), play.timeScale, lease.toMillis(),
                    Timing.SHORTEST_LEASE.toSeconds()));
        }
        return wanted.withLease(lease).withDefaults(scenario.boxSettings(scale)).withDefaults(Timing.fitting(lease));
    }

    private Stage.Plan plan(FleetSettings settings, TimeScale scale) {
        return new Stage.Plan(
                new ArdnavePoint.Plan(settings.turbines(), options.history(), options.giant(),
                        scenario.longHistories(scale), settings.seed()),
                settings.from(), settings.to(), scenario.sending(settings.turbines()),
                scenario.serving(settings.boxes()), scale);
    }

    private ParameterException usage(String message) {
        return new ParameterException(Optional.ofNullable(spec).orElseThrow().commandLine(), message);
    }

    private void finish(Fleet fleet, PrintWriter out) {
        if (options.keep()) {
            fleet.handLinksTo(new Supervisor(fleet.layout(), fleet.state()), false);
            fleet.detach();
            out.println("the fleet still runs; stop it with ./lab down");
        } else {
            fleet.close(leftover -> out.println("still running: " + leftover));
        }
        out.println("logs: " + fleet.layout().logs());
    }

    private static void say(PrintWriter out, String format, Object... values) {
        out.println(format.formatted(values));
        out.flush();
    }
}
