package io.galewatch.sim.lab;

import io.galewatch.sim.ledger.Ledger;
import io.galewatch.sim.process.Launcher;
import io.galewatch.sim.process.OsProcess;
import io.galewatch.sim.process.ProcessIdentity;
import io.galewatch.sim.process.Waiting;
import io.galewatch.sim.turbines.Serials;
import io.galewatch.sim.turbines.WindFarm;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;

/** The background process of a detached fleet: it holds the relays and, if wanted, the turbines. */
public final class Supervisor {

    private static final Duration READY_LIMIT = Duration.ofSeconds(30);

    private final Layout layout;
    private final StateFile state;

    public Supervisor(Layout layout, StateFile state) {
        this.layout = layout;
        this.state = state;
    }

    /** Starts it from another process and returns when its relays are open. */
    void start(Launcher launcher, boolean withTurbines) {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), layout.marker(), "-Xmx256m",
                        "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"), Lab.class.getName(),
                        "supervise", "--work", layout.work().toString()));
        if (withTurbines) {
            command.add("--turbines-too");
        }
        OsProcess process = launcher.start(command, Map.of(), layout.work(), layout.log("supervisor"));
        boolean ready = Waiting.until(READY_LIMIT, () -> !process.alive() || isReady(process));
        if (!ready || !process.alive()) {
            throw new EnvironmentProblem("the supervisor did not start, see " + layout.log("supervisor"));
        }
    }

    private boolean isReady(OsProcess process) {
        return Optional.ofNullable(state.require().supervisor()).filter(
                entry -> entry.ready() && entry.pid() == process.pid()).isPresent();
    }

    /** The life of the process itself: until it is told to stop. */
    void run(boolean withTurbines, CountDownLatch stop) throws InterruptedException {
        ProcessIdentity self = ProcessIdentity.of(ProcessHandle.current());
        try (Links links = Links.open(state)) {
            LabState known = state.update(
                    now -> now.withSupervisor(new LabState.SupervisorEntry(self.pid(), self.startedAtMillis(), true)));
            if (withTurbines) {
                List<URI> boxes = known.boxes().stream().map(box -> URI.create(box.url())).toList();
                try (Ledger ledger = Ledger.append(layout.ledger());
                        WindFarm farm = WindFarm.start(Serials.ardnavePoint(known.turbines()), () -> boxes, ledger,
                                InstantSource.system(), new SplittableRandom(known.seed()))) {
                    stop.await();
                }
            } else {
                stop.await();
            }
        }
    }
}
