package io.galewatch.sim.lab;

import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import picocli.CommandLine;

/**
 * Commands of {@code ./lab} that other packages bring. They are found as services: scenarios are built on the lab, and the
 * lab knows none of them.
 */
public interface LabCommands {

    /** In the order in which {@code ./lab list} names them. */
    List<Entry> commands();

    /** A command, what to type for it, and what it shows in one line. */
    record Entry(String name, String summary, CommandLine command) {}

    static Stream<Entry> all() {
        return ServiceLoader.load(LabCommands.class).stream().flatMap(found -> found.get().commands().stream());
    }
}
