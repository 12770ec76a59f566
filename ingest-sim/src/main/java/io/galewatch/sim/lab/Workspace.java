package io.galewatch.sim.lab;

import io.galewatch.sim.postgres.DirectoryTree;
import io.galewatch.sim.process.ProcessIdentity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Makes a work directory ready for a new fleet. */
final class Workspace {

    private static final int SCHEMA_VERSION = 1;

    private final FleetSettings settings;
    private final Layout layout;
    private final StateFile state;

    Workspace(FleetSettings settings, StateFile state) {
        this.settings = settings;
        this.layout = settings.layout();
        this.state = state;
    }

    /** Refuses a directory that is in use or is not a lab's; else clears away what an earlier fleet left there. */
    void prepare(SecureRandom random) {
        requireOurs();
        List<String> leftovers = new Teardown(layout, state).leftovers();
        if (!leftovers.isEmpty()) {
            throw new EnvironmentProblem("a fleet of " + layout.work() + " still runs (" + String.join(", ", leftovers)
                    + "): stop it with ./lab down, or use another --work");
        }
        Ports.requireFree(settings.neededPorts());
        try {
            DirectoryTree.delete(layout.databases());
            DirectoryTree.delete(layout.logs());
            Files.deleteIfExists(layout.ledger());
            Files.createDirectories(layout.logs());
            Files.createDirectories(layout.databases());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot prepare " + layout.work(), e);
        }
        state.write(initialState(random));
    }

    private void requireOurs() {
        if (!Files.exists(layout.work()) || Files.exists(layout.state())) {
            return;
        }
        try (Stream<?> entries = Files.list(layout.work())) {
            if (entries.findAny().isPresent()) {
                throw new EnvironmentProblem(layout.work() + " is no directory of a lab and is not empty: "
                        + "nothing is deleted there, use another --work");
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + layout.work(), e);
        }
    }

    private LabState initialState(SecureRandom random) {
        List<LabState.BoxEntry> boxes = new ArrayList<>();
        for (int i = 0; i < settings.boxes(); i++) {
            boxes.add(new LabState.BoxEntry(FleetSettings.boxName(i), null, null,
                    "http://127.0.0.1:" + settings.ports().box(i)));
        }
        List<LabState.DatabaseEntry> databases = new ArrayList<>();
        databases.add(database(Databases.ROUTING, settings.ports().routing()));
        for (int i = 0; i < settings.shardServers(); i++) {
            databases.add(database(FleetSettings.shardName(i), settings.ports().shard(i)));
        }
        return new LabState(SCHEMA_VERSION, boxes, databases, List.of(), Users.withNewPasswords(random),
                layout.logs().toString(), layout.ledger().toString(), settings.turbines(), settings.seed(),
                LabState.ProcessEntry.of(ProcessIdentity.of(ProcessHandle.current())), null);
    }

    private LabState.DatabaseEntry database(String name, int port) {
        return new LabState.DatabaseEntry(name, Databases.url(port), port, null,
                layout.dataDirectory(name).toString());
    }
}
