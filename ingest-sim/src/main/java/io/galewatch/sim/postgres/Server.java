package io.galewatch.sim.postgres;

import io.galewatch.sim.process.Launcher;
import io.galewatch.sim.process.OsProcess;
import io.galewatch.sim.process.ProcessIdentity;
import io.galewatch.sim.process.Signal;
import io.galewatch.sim.process.Waiting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One Postgres server on the loopback. The object holds no state of the running process: everything is read from the data
 * directory, so that a later JVM drives the same server with a new object.
 */
public final class Server {

    private static final Duration START_LIMIT = Duration.ofSeconds(60);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(30);
    public static final String SUPERUSER = "postgres";
    public static final String DATABASE = "galewatch";

    private final Launcher launcher;
    private final PostgresBinaries binaries;
    private final ServerSettings settings;

    public Server(Launcher launcher, PostgresBinaries binaries, ServerSettings settings) {
        this.launcher = launcher;
        this.binaries = binaries;
        this.settings = settings;
    }

    public String name() {
        return settings.name();
    }

    public int port() {
        return settings.port();
    }

    public Path dataDirectory() {
        return settings.dataDirectory();
    }

    /** The address without a relay between. */
    public String directUrl() {
        return url(DATABASE);
    }

    public Connection connect(String user, String password) throws SQLException {
        return DriverManager.getConnection(directUrl(), user, password);
    }

    /** The way of a lab that creates databases or plants faults; no product code goes it. */
    public Connection connectAsSuperuserTo(String database) throws SQLException {
        return DriverManager.getConnection(url(database), SUPERUSER, settings.superuserPassword());
    }

    private String url(String database) {
        return "jdbc:postgresql://127.0.0.1:%d/%s".formatted(port(), database);
    }

    /** Makes the data directory, with passwords asked for from the first start on. */
    public void initialise() {
        try {
            Files.createDirectories(settings.directory());
            Path passwordFile = Files.createTempFile(settings.directory(), "initdb-", ".tmp");
            Files.writeString(passwordFile, settings.superuserPassword());
            try {
                List<String> command = new ArrayList<>(binaries.command("initdb"));
                command.addAll(List.of("-D", dataDirectory().toString(), "-U", SUPERUSER, "-E", "UTF8",
                        "--locale=C", "--auth=scram-sha-256", "--pwfile=" + passwordFile, "--no-sync"));
                run(command);
            } finally {
                Files.delete(passwordFile);
            }
            Files.writeString(dataDirectory().resolve("postgresql.auto.conf"), settings.configuration());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot initialise " + name() + " in " + dataDirectory(), e);
        }
    }

    private void run(List<String> command) throws IOException {
        OsProcess process = launcher.start(command, environment(), settings.directory(), settings.log());
        if (!process.awaitExit(START_LIMIT) || !Files.exists(dataDirectory().resolve("PG_VERSION"))) {
            process.send(Signal.KILL);
            throw new IOException(command.getFirst() + " failed, see " + settings.log());
        }
    }

    /** Starts the server on its data directory and returns when it takes connections. */
    public void start() {
        pid().ifPresent(running -> {
            throw new IllegalStateException(name() + " runs already, pid " + running.pid());
        });
        List<String> command = new ArrayList<>(binaries.command("postgres"));
        command.addAll(List.of("-D", dataDirectory().toString()));
        OsProcess process = launcher.start(command, environment(), dataDirectory(), settings.log());
        boolean ready = Waiting.until(START_LIMIT, () -> !process.alive() || answers());
        if (!ready || !process.alive()) {
            process.stop(Signal.QUIT, Duration.ofSeconds(5));
            throw new IllegalStateException(name() + " did not start on port " + port() + ", see " + settings.log());
        }
    }

    /** The lab's servers must not inherit what a person has set for psql. */
    private static Map<String, String> environment() {
        return Map.of("LC_ALL", "C", "TZ", "UTC");
    }

    private boolean answers() {
        try (Connection connection = DriverManager.getConnection(url("postgres") + "?loginTimeout=5", SUPERUSER,
                settings.superuserPassword())) {
            return connection.isValid(5);
        } catch (SQLException notYet) {
            return false;
        }
    }

    /** Ends all sessions, writes a checkpoint, and is gone. */
    public void stopFast() {
        process().ifPresent(process -> process.stop(Signal.INT, STOP_LIMIT));
    }

    /** As if the power had failed: recovery runs at the next start. */
    public void stopImmediately() {
        process().ifPresent(process -> process.stop(Signal.QUIT, STOP_LIMIT));
    }

    /** A restart after a fast stop; another incarnation for the fence. */
    public void restart() {
        stopFast();
        start();
    }

    /** Copies the data directory, for a restore to this moment later. */
    public void copyDataDirectoryTo(Path target) {
        requireStopped("copy");
        DirectoryTree.copy(dataDirectory(), target);
    }

    /** Puts an earlier copy in the place of the data directory: a shard that goes back in time. */
    public void restoreDataDirectoryFrom(Path copy) {
        requireStopped("restore");
        DirectoryTree.delete(dataDirectory());
        DirectoryTree.copy(copy, dataDirectory());
    }

    private void requireStopped(String operation) {
        if (pid().isPresent()) {
            throw new IllegalStateException("cannot " + operation + " the data directory of " + name() + ": it runs");
        }
    }

    /** The postmaster, when it runs. */
    public Optional<ProcessIdentity> pid() {
        return postmaster(dataDirectory());
    }

    public Optional<OsProcess> process() {
        return pid().map(OsProcess::known);
    }

    /** Who serves a data directory; also for directories of a lab that was killed before it could write anything down. */
    public static Optional<ProcessIdentity> postmaster(Path dataDirectory) {
        Path file = dataDirectory.resolve("postmaster.pid");
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            List<String> lines = Files.readAllLines(file);
            if (lines.size() < 3 || !Path.of(lines.get(1)).equals(dataDirectory)) {
                return Optional.empty();
            }
            long pid = Long.parseLong(lines.getFirst().trim());
            long started = Long.parseLong(lines.get(2).trim()) * 1_000;
            // The file outlives a crash, and then the pid may be anybody's: the start times must agree.
            return ProcessIdentity.ofPid(pid).filter(process -> Math.abs(process.startedAtMillis() - started) < 5_000);
        } catch (IOException | NumberFormatException e) {
            return Optional.empty();
        }
    }
}
