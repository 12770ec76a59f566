package io.galewatch.sim.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The main job as a person runs it, only smaller. */
class RebalanceIT {

    @TempDir
    Path directory = Path.of("");

    @AfterEach
    void nothingIsLeft() throws Exception {
        LabRun.start(directory.resolve("down.txt"), "down", "--work", work()).exitCode();
    }

    private String work() {
        return directory.resolve("work").toString();
    }

    @Test
    void movesEveryDisplacedTurbineAndLosesNothing() throws Exception {
        Path report = directory.resolve("report.json");
        LabRun run = LabRun.start(directory.resolve("output.txt"), "rebalance", "--work", work(), "--port-base",
                "24100", "--turbines", "12", "--history", "20m", "--seed", "1", "--report", report.toString());
        assertThat(run.exitCode()).as(run.output()).isEqualTo(ExitCode.CLEAN);
        JsonNode found = JsonMapper.builder().build().readTree(report.toFile());
        assertThat(found.path("verdict").asString("")).isEqualTo("clean");
        assertThat(found.path("rowsSeeded").asLong(0)).isEqualTo(12 * 600);
        assertThat(found.path("acknowledged").asLong(0)).isPositive();
        assertThat(found.path("turbinesMoved").asLong(0)).isPositive().isEqualTo(found.path("displaced").asLong(-1));
        assertThat(found.path("takeovers").asInt(-1)).isZero();
        assertThat(run.output()).contains("logs: ");
        assertThat(LabRun.processesOf(directory)).isEmpty();
    }

    @Test
    void isTakenOverOnceWhenTheOwnerIsKilled() throws Exception {
        Path report = directory.resolve("report.json");
        // Small batches, so that half way lasts long enough to be met; a short lease, so that the takeover is soon.
        LabRun run = LabRun.start(directory.resolve("output.txt"), "rebalance", "--kill-owner", "--work", work(),
                "--port-base", "24300", "--turbines", "24", "--history", "2h", "--seed", "2", "--lease", "15s",
                "--box-setting", "galewatch.move.step-limit=3s", "--box-setting", "galewatch.claim.timeout=1s",
                "--box-setting", "galewatch.move.batch-rows=200", "--report", report.toString());
        assertThat(run.exitCode()).as(run.output()).isEqualTo(ExitCode.CLEAN);
        JsonNode found = JsonMapper.builder().build().readTree(report.toFile());
        assertThat(found.path("scenario").asString("")).isEqualTo("rebalance-kill-owner");
        assertThat(found.path("takeovers").asInt(-1)).isEqualTo(1);
        assertThat(found.path("vacancySeconds").asDouble(0)).isPositive();
        assertThat(LabRun.processesOf(directory)).isEmpty();
    }
}
