package io.galewatch.sim.lab;

import java.nio.file.Path;

/** The checked-out tree that the lab belongs to; {@code ./lab} says where it is. */
public final class Repository {

    private Repository() {}

    public static Path root() {
        return Path.of(System.getProperty("galewatch.repo", ".")).toAbsolutePath().normalize();
    }
}
