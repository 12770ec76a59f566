package io.galewatch.sim.lab;

import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Option;

/** Where the fleet lives. */
public final class WorkOption {

    @Option(names = "--work", paramLabel = "DIR", description = "work directory of the fleet (default .lab in the repository)")
    @Nullable
    Path work;

    public Path directory() {
        Path chosen = work;
        return chosen == null ? Repository.root().resolve(".lab") : chosen.toAbsolutePath().normalize();
    }
}
