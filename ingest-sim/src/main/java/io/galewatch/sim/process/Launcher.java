package io.galewatch.sim.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Starts children, each in a session of its own: they survive the JVM that started them and never get its Ctrl-C. Once
 * closed it starts nothing more, so that a tear-down in one thread cannot be overtaken by a start in another.
 */
public final class Launcher {

    /** What a person has set for psql or for another service must not reach a child. */
    private static final List<String> NOT_INHERITED = List.of("GALEWATCH_", "SPRING_", "SERVER_", "PG");

    private final Map<OsProcess, Process> started = new LinkedHashMap<>();
    private boolean closed;

    /** Starts a command with these additions to the environment; both of its outputs go to the log file. */
    public synchronized OsProcess start(List<String> command, Map<String, String> environment, Path directory,
            Path log) {
        if (closed) {
            throw new IllegalStateException("the lab is stopping and starts nothing more");
        }
        List<String> line = new ArrayList<>(ownSession());
        line.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(line).directory(directory.toFile()).redirectInput(
                Path.of("/dev/null").toFile()).redirectErrorStream(true).redirectOutput(
                        ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().keySet().removeIf(name -> NOT_INHERITED.stream().anyMatch(name::startsWith));
        builder.environment().putAll(environment);
        try {
            Process child = builder.start();
            OsProcess process = OsProcess.known(ProcessIdentity.of(child.toHandle()));
            started.put(process, child);
            return process;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + command.getFirst() + ", log " + log, e);
        }
    }

    /** Starts nothing any more, and tells what was started. */
    public synchronized List<OsProcess> close() {
        closed = true;
        return List.copyOf(started.keySet());
    }

    /** The exit code of a child of this launcher that has ended. */
    public int exitCode(OsProcess process) {
        Process child;
        synchronized (this) {
            child = started.get(process);
        }
        if (child == null) {
            throw new IllegalArgumentException("pid " + process.pid() + " is no child of this lab");
        }
        // Gone, but perhaps not yet collected by this JVM.
        return child.onExit().join().exitValue();
    }

    /** Both helpers replace themselves by the command, so the pid of the child is the pid of the command. */
    private static List<String> ownSession() {
        for (String setsid : List.of("/usr/bin/setsid", "/bin/setsid")) {
            if (Files.isExecutable(Path.of(setsid))) {
                return List.of(setsid);
            }
        }
        return List.of("perl", "-e", "use POSIX; POSIX::setsid(); exec { $ARGV[0] } @ARGV or die $!");
    }
}
