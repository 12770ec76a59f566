package io.galewatch.sim.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever happens to the lab, {@code ./lab down} leaves no process behind. */
class DownIT {

    @TempDir
    Path directory = Path.of("");

    @AfterEach
    void down() throws Exception {
        LabRun.start(directory.resolve("last-down.txt"), "down", "--work", work()).exitCode();
    }

    private String work() {
        return directory.resolve("work").toString();
    }

    private LabRun up(String... more) throws Exception {
        String[] arguments = {"up", "--work", work(), "--port-base", "24500", "--boxes", "2", "--turbines", "4",
            "--history", "1m"};
        String[] all = java.util.Arrays.copyOf(arguments, arguments.length + more.length);
        System.arraycopy(more, 0, all, arguments.length, more.length);
        return LabRun.start(directory.resolve("up.txt"), all);
    }

    /** Killed at different moments: while databases are being made, while boxes start, and when all runs. */
    @ParameterizedTest
    @ValueSource(strings = {"postgres/shard-1/PG_VERSION", "logs/migrate.log", "logs/box-2.log"})
    void stopsWhatAKilledLabLeftBehind(String sign) throws Exception {
        LabRun lab = up();
        Path seen = directory.resolve("work").resolve(sign);
        Awaitility.await().atMost(Duration.ofMinutes(2)).until(() -> seen.toFile().exists());
        lab.process().destroyForcibly().waitFor();
        LabRun down = LabRun.start(directory.resolve("down.txt"), "down", "--work", work());
        assertThat(down.exitCode()).as(down.output()).isEqualTo(ExitCode.CLEAN);
        assertThat(LabRun.processesOf(directory)).isEmpty();
    }

    @Test
    void stopsADetachedFleetThatTheCheckerFoundClean() throws Exception {
        LabRun lab = up("--detach");
        assertThat(lab.exitCode()).as(lab.output()).isEqualTo(ExitCode.CLEAN);
        LabRun check = LabRun.start(directory.resolve("check.txt"), "check", "--work", work());
        assertThat(check.exitCode()).as(check.output()).isEqualTo(ExitCode.CLEAN);
        LabRun again = up();
        assertThat(again.exitCode()).as("a second fleet in the same directory").isEqualTo(ExitCode.ENVIRONMENT);
        LabRun down = LabRun.start(directory.resolve("down.txt"), "down", "--work", work());
        assertThat(down.exitCode()).as(down.output()).isEqualTo(ExitCode.CLEAN);
        assertThat(LabRun.processesOf(directory)).isEmpty();
    }

    @Test
    void endsWith130WhenTold() throws Exception {
        LabRun lab = up();
        Path seen = directory.resolve("work/logs/box-1.log");
        Awaitility.await().atMost(Duration.ofMinutes(2)).until(() -> seen.toFile().exists());
        lab.process().destroy();
        assertThat(lab.exitCode()).as(lab.output()).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(LabRun.processesOf(directory)).isEmpty();
    }
}
