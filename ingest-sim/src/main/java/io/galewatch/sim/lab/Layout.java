package io.galewatch.sim.lab;

import java.nio.file.Path;

/** Where things are in the work directory of a lab. */
public record Layout(Path work) {

    public Layout {
        work = work.toAbsolutePath().normalize();
    }

    public Path state() {
        return work.resolve("lab.json");
    }

    Path stateLock() {
        return work.resolve("lab.lock");
    }

    public Path ledger() {
        return work.resolve("ledger.jsonl");
    }

    public Path logs() {
        return work.resolve("logs");
    }

    public Path log(String name) {
        return logs().resolve(name + ".log");
    }

    /** The data directories, one for each database. */
    public Path databases() {
        return work.resolve("postgres");
    }

    public Path dataDirectory(String database) {
        return databases().resolve(database);
    }

    /** On the command line of every JVM of this lab: finds those that a killed lab could not write down any more. */
    String marker() {
        return "-Dgalewatch.work=" + work;
    }
}
