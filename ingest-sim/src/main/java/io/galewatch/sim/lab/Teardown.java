package io.galewatch.sim.lab;

import io.galewatch.sim.postgres.Server;
import io.galewatch.sim.process.OsProcess;
import io.galewatch.sim.process.ProcessIdentity;
import io.galewatch.sim.process.Signal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Stops a fleet by what is known about it: the state file, the command lines of this work directory's processes, and the
 * postmasters of its data directories. The last two find what a lab that was killed could not write down any more.
 */
final class Teardown {

    private static final Duration LAB_LIMIT = Duration.ofSeconds(60);
    private static final Duration BOX_LIMIT = Duration.ofSeconds(15);
    private static final Duration POSTGRES_LIMIT = Duration.ofSeconds(20);

    private final Layout layout;
    private final StateFile state;

    Teardown(Layout layout, StateFile state) {
        this.layout = layout;
        this.state = state;
    }

    /** Stops everything, also a lab that runs in another terminal: that one gets the chance to do it itself. */
    void everything() {
        state.read().flatMap(known -> Optional.ofNullable(known.lab())).map(LabState.ProcessEntry::process).filter(
                lab -> lab.pid() != ProcessHandle.current().pid()).ifPresent(
                        lab -> OsProcess.known(lab).stop(Signal.TERM, LAB_LIMIT));
        children();
    }

    /** Stops all but the calling lab: boxes while their databases still answer, then supervisor, then databases. */
    void children() {
        Optional<LabState> known = state.read();
        Together.forEach(boxes(known), box -> box.stop(Signal.TERM, BOX_LIMIT));
        known.flatMap(now -> Optional.ofNullable(now.supervisor())).map(LabState.SupervisorEntry::process).ifPresent(
                supervisor -> OsProcess.known(supervisor).stop(Signal.TERM, BOX_LIMIT));
        // Also boxes, supervisors and migrations that never reached the state file.
        Together.forEach(marked(), process -> process.stop(Signal.TERM, BOX_LIMIT));
        Together.forEach(postmasters(), postmaster -> {
            postmaster.send(Signal.INT);
            if (!postmaster.awaitExit(POSTGRES_LIMIT)) {
                postmaster.stop(Signal.QUIT, POSTGRES_LIMIT);
            }
        });
        Together.forEach(onOurData(), process -> process.stop(Signal.TERM, BOX_LIMIT));
        if (known.isPresent()) {
            state.update(Teardown::withoutProcesses);
        }
    }

    private static LabState withoutProcesses(LabState known) {
        LabState next = known.withLab(null).withSupervisor(null);
        for (LabState.BoxEntry box : known.boxes()) {
            next = next.with(new LabState.BoxEntry(box.name(), null, null, box.url()));
        }
        for (LabState.DatabaseEntry database : known.databases()) {
            next = next.with(new LabState.DatabaseEntry(database.name(), database.jdbcUrl(), database.port(), null,
                    database.dataDirectory()));
        }
        return next;
    }

    /** Whatever of this work directory still runs, in words; empty when nothing does. */
    List<String> leftovers() {
        return Stream.of(boxes(state.read()), marked(), postmasters(), onOurData()).flatMap(List::stream).filter(
                OsProcess::alive).map(process -> "pid " + process.pid()).distinct().toList();
    }

    private static List<OsProcess> boxes(Optional<LabState> known) {
        return known.stream().flatMap(now -> now.boxes().stream()).flatMap(box -> box.process().stream()).map(
                OsProcess::known).toList();
    }

    private List<OsProcess> marked() {
        return withArguments(arguments -> arguments.contains(layout.marker()));
    }

    private List<OsProcess> postmasters() {
        if (!Files.isDirectory(layout.databases())) {
            return List.of();
        }
        try (Stream<Path> directories = Files.list(layout.databases())) {
            return directories.flatMap(directory -> Server.postmaster(directory).stream()).map(
                    OsProcess::known).toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list " + layout.databases(), e);
        }
    }

    /** initdb, or a postmaster that had not written its pid yet. */
    private List<OsProcess> onOurData() {
        return withArguments(arguments -> {
            int option = arguments.indexOf("-D");
            return option >= 0 && option + 1 < arguments.size()
                    && Path.of(arguments.get(option + 1)).startsWith(layout.databases());
        });
    }

    private interface Wanted {

        boolean matches(List<String> arguments);
    }

    private static List<OsProcess> withArguments(Wanted wanted) {
        long self = ProcessHandle.current().pid();
        return ProcessHandle.allProcesses().filter(process -> process.pid() != self).filter(
                process -> process.info().arguments().map(Arrays::asList).filter(wanted::matches).isPresent()).map(
                        ProcessIdentity::of).map(OsProcess::known).toList();
    }
}
