package io.galewatch.sim.lab;

import io.galewatch.sim.process.Launcher;
import io.galewatch.sim.process.OsProcess;
import io.galewatch.sim.process.Signal;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * A whole fleet on this machine: databases, relays and boxes, started in this order and stopped in the other. For the
 * commands of the lab and for tests, which start one with short leases and use it again.
 */
public final class Fleet implements AutoCloseable {

    private final FleetSettings settings;
    private final Layout layout;
    private final StateFile state;
    private final Launcher launcher;
    private final Databases databases;
    private final List<Box> boxes;
    private final HttpClient http;
    private Optional<Links> links = Optional.empty();

    private Fleet(FleetSettings settings, StateFile state) {
        this.settings = settings;
        this.layout = settings.layout();
        this.state = state;
        this.launcher = new Launcher();
        this.databases = Databases.of(state.require(), layout, state, launcher);
        this.http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(
                Duration.ofSeconds(2)).build();
        BoxJar jar = new BoxJar(settings, state, launcher);
        this.boxes = IntStream.range(0, settings.boxes()).mapToObj(i -> new Box(FleetSettings.boxName(i),
                settings.ports().box(i), jar, layout, state, http)).toList();
    }

    /** Takes the work directory and writes the state file; nothing runs yet. */
    public static Fleet prepare(FleetSettings settings) {
        if (!Files.isRegularFile(settings.boxJar())) {
            throw new EnvironmentProblem("the service is not built: " + settings.boxJar() + " is missing");
        }
        StateFile state = new StateFile(settings.layout());
        new Workspace(settings, state).prepare(new SecureRandom());
        return new Fleet(settings, state);
    }

    /** Everything at once, for tests: returns when every box is ready. */
    public static Fleet start(FleetSettings settings) {
        Fleet fleet = prepare(settings);
        try {
            fleet.startDatabases();
            fleet.openLinks();
            fleet.startBoxes();
            return fleet;
        } catch (RuntimeException e) {
            fleet.close();
            throw e;
        }
    }

    /** Databases with their schema, and no data. */
    public void startDatabases() {
        databases.create();
        new BoxJar(settings, state, launcher).migrate(databases);
    }

    public void openLinks() {
        links = Optional.of(Links.open(state));
    }

    /** Without relays, for measurements: boxes connect to the databases themselves. */
    void linkDirectly() {
        state.update(known -> known.withRelays(known.boxes().stream().flatMap(
                box -> known.databases().stream().map(database -> new LabState.RelayEntry(box.name(), database.name(),
                        database.port()))).toList()));
    }

    /** Leaves relays, and turbines if wanted, to a background process; the relays of this one are closed. */
    public void handLinksTo(Supervisor supervisor, boolean withTurbines) {
        links.ifPresent(Links::close);
        links = Optional.empty();
        supervisor.start(launcher, withTurbines);
    }

    public void startBoxes() {
        start(boxes);
    }

    /** Starts some of the boxes and returns when they are ready. */
    public void start(List<Box> some) {
        Together.forEach(some, Box::start);
        Together.forEach(some, Box::awaitReady);
    }

    /**
     * Starts a program of the lab's class path in the place of a box that does not run: with its links, its log and the
     * passwords of its roles, in the environment as a box has them.
     *
     * @param more further variables
     */
    public OsProcess startInsteadOf(Box box, Class<?> program, Map<String, String> more) {
        return new BoxJar(settings, state, launcher).startInstead(box.name(), program, more);
    }

    /** From here on the fleet outlives this process. */
    public void detach() {
        state.update(known -> known.withLab(null));
    }

    public FleetSettings settings() {
        return settings;
    }

    public Layout layout() {
        return layout;
    }

    public StateFile state() {
        return state;
    }

    public Databases databases() {
        return databases;
    }

    public List<Box> boxes() {
        return boxes;
    }

    public Box box(String name) {
        return boxes.stream().filter(box -> box.name().equals(name)).findFirst().orElseThrow(
                () -> new IllegalArgumentException("no box " + name));
    }

    public Links links() {
        return links.orElseThrow(() -> new IllegalStateException("this process does not hold the relays"));
    }

    public AdminClient admin() {
        return new AdminClient(boxes.stream().map(Box::url).toList(), Users.ADMIN,
                state.require().password(Users.ADMIN), http);
    }

    /** Stops everything, in whatever state it is. May be called while another thread is still starting things. */
    @Override
    public void close() {
        close(problem -> {});
    }

    public void close(Consumer<String> leftover) {
        List<OsProcess> started = launcher.close();
        Teardown teardown = new Teardown(layout, state);
        teardown.children();
        links.ifPresent(Links::close);
        Together.forEach(started, process -> process.stop(Signal.KILL, Duration.ofSeconds(5)));
        teardown.leftovers().forEach(leftover);
        http.shutdownNow();
    }
}
