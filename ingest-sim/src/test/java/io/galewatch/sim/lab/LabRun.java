package io.galewatch.sim.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs the built lab as a process of its own, as {@code ./lab} does. */
final class LabRun {

    private static final Path ROOT = Path.of(System.getProperty("repo.root"));
    private static final Path TARGET = ROOT.resolve("ingest-sim/target");

    private final Process process;
    private final Path output;

    private LabRun(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    static LabRun start(Path output, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx512m",
                        "-Dgalewatch.repo=" + ROOT, "-cp",
                        TARGET.resolve("galewatch-ingest-sim.jar") + ":" + TARGET.resolve("lib") + "/*",
                        Lab.class.getName()));
        command.addAll(List.of(arguments));
        return new LabRun(
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile()).start(), output);
    }

    Process process() {
        return process;
    }

    int exitCode() throws InterruptedException {
        if (!process.waitFor(10, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new IllegalStateException("the lab did not end: " + output());
        }
        return process.exitValue();
    }

    String output() {
        try {
            return Files.readString(output);
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** Processes that belong to a work directory: by any argument that names it. */
    static List<String> processesOf(Path work) {
        long self = ProcessHandle.current().pid();
        return ProcessHandle.allProcesses().filter(handle -> handle.pid() != self).filter(
                handle -> handle.info().commandLine().orElse("").contains(work.toString())).map(
                        handle -> handle.pid() + " " + handle.info().commandLine().orElse("")).toList();
    }
}
