package io.galewatch.sim.scenario;

import io.galewatch.sim.lab.EnvironmentProblem;
import io.galewatch.sim.postgres.Server;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A small file system in memory that holds the readings of shard-3 and nothing else. WAL stays where it is: a server whose
 * WAL has no room dies and cannot recover, which is another story.
 */
final class SmallDisk {

    private static final int LIMIT_SECONDS = 20;
    private static final String DISK_FULL = "No space left on device";

    private final Stage stage;
    private final Server server;
    private final Path directory;

    SmallDisk(Stage stage) {
        this.stage = stage;
        this.server = stage.shard(3);
        this.directory = stage.fleet().layout().work().resolve("small-disk");
    }

    /** @throws EnvironmentProblem this machine cannot: it is no Linux, or the lab may not mount */
    void mount(String size) {
        try {
            Files.createDirectories(directory);
            run("umount", "-l", directory.toString()); // Of a lab that was killed.
            if (run("mount", "-t", "tmpfs", "-o", "size=" + size, "galewatch-lab", directory.toString()) != 0) {
                throw new EnvironmentProblem("disk-full needs a small file system, and this user cannot mount one "
                        + "(tmpfs, on Linux, as root): nothing was played");
            }
            Path tables = Files.createDirectory(directory.resolve("tables"));
            run("chown", "--reference=" + server.dataDirectory(), tables.toString());
            // What earlier moves left behind is room in the file, and the file must fit.
            Question.tell(server, "vacuum full readings");
            Question.tell(server, "create tablespace small_disk location '" + tables + "'");
            Question.tell(server, "alter table readings set tablespace small_disk");
        } catch (IOException e) {
            throw new UncheckedIOException("cannot prepare " + directory, e);
        }
    }

    void resize(String size) {
        if (run("mount", "-o", "remount,size=" + size, directory.toString()) != 0) {
            throw new EnvironmentProblem("cannot remount " + directory + " with " + size);
        }
    }

    void unmount() {
        Question.tell(server, "alter table readings set tablespace pg_default");
        Question.tell(server, "checkpoint");
        Question.tell(server, "drop tablespace small_disk");
        // Lazily: sessions of the server keep the files open that they have just been told to forget.
        abandon();
    }

    /** For a play that ended in the middle; the server that uses it may still run. */
    void abandon() {
        run("umount", "-l", directory.toString());
    }

    /** Some box has met it and says so. */
    boolean refuses() {
        return line().isPresent();
    }

    List<String> words() {
        return line().stream().toList();
    }

    private Optional<String> line() {
        return stage.serving().stream().flatMap(box -> stage.watch().logLine(box, DISK_FULL).stream()).findFirst();
    }

    private static int run(String... command) {
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(
                    ProcessBuilder.Redirect.DISCARD).start();
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return -1;
            }
            return process.exitValue();
        } catch (IOException e) {
            return -1;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return -1;
        }
    }
}
