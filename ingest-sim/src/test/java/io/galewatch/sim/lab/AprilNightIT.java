package io.galewatch.sim.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The scenarios that need a fleet of their own, as a person plays them, only faster: with the fence and without. */
class AprilNightIT {

    @TempDir
    Path directory = Path.of("");

    @AfterEach
    void nothingIsLeft() throws Exception {
        LabRun.start(directory.resolve("down.txt"), "down", "--work", directory.resolve("work").toString()).exitCode();
    }

    private record Played(int exitCode, JsonNode report, String output) {}

    private Played play(String... arguments) throws Exception {
        Path report = directory.resolve("report.json");
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--time-scale", "0.1", "--seed", "1", "--deadline", "3m", "--port-base", "24500", "--work",
                directory.resolve("work").toString(), "--report", report.toString(), "--record",
                record().toString()));
        LabRun run = LabRun.start(directory.resolve("output.txt"), all.toArray(String[]::new));
        int exitCode = run.exitCode();
        assertThat(report).as(run.output()).exists();
        return new Played(exitCode, JsonMapper.builder().build().readTree(report.toFile()), run.output());
    }

    private Path record() {
        return directory.resolve("record.jsonl");
    }

    @Test
    void withTheFenceTheNightWastesAMinute() throws Exception {
        Played night = play("april-night");
        assertThat(night.exitCode()).as(night.output()).isEqualTo(ExitCode.CLEAN);
        assertThat(night.report().path("lost").asLong(-1)).isZero();
        assertThat(night.report().path("turbinesMoved").asLong(0)).isEqualTo(128);
        assertThat(night.report().path("takeovers").asInt(0)).isPositive();
        assertThat(night.report().path("fencedRejections").size()).isPositive();
        assertThat(night.output()).contains("FENCED box=box-2", "ownToken=17", "storedToken=18");

        LabRun replay = LabRun.start(directory.resolve("replay.txt"), "replay", record().toString());
        assertThat(replay.exitCode()).isEqualTo(ExitCode.CLEAN);
        String table = replay.output().substring(replay.output().indexOf("  clock "));
        assertThat(night.output()).as("printed again, line by line").contains(table.strip());
    }

    @Test
    void withoutTheFenceItLosesTheTurbine() throws Exception {
        Played night = play("april-night", "--unfenced");
        assertThat(night.exitCode()).as(night.output()).isEqualTo(ExitCode.WRONG);
        assertThat(night.report().path("verdict").asString("")).isEqualTo("failed");
        // 26 s at 5,000 rows a second, a tenth of it.
        assertThat(night.report().path("lost").asLong(0)).isEqualTo(13_000);
        assertThat(night.report().path("duplicated").asLong(-1)).isZero();
        assertThat(night.output()).contains("tidies up its half copy of AP-0163: 13000 rows deleted on shard-3");
        assertThat(night.output()).as("the audit finds it").contains("journal-without-rows AP-0163");
    }

    @Test
    void anOwnerThatIsCutOffStopsByItselfIfThatIsThePolicy() throws Exception {
        Played cutOff = play("cut-off", "--policy", "stop", "--turbines", "12", "--boxes", "3");
        assertThat(cutOff.exitCode()).as(cutOff.output()).isEqualTo(ExitCode.CLEAN);
        assertThat(cutOff.report().path("takeovers").asInt(0)).isPositive();
    }

    @Test
    void payoutsArePaidOnceWithTheFenceAndTwiceWithout() throws Exception {
        Played fenced = play("payouts");
        assertThat(fenced.exitCode()).as(fenced.output()).isEqualTo(ExitCode.CLEAN);
        assertThat(fenced.output()).contains("40 payouts, 0 of them", "FENCED: own token");

        Played unfenced = play("payouts", "--unfenced");
        assertThat(unfenced.exitCode()).as(unfenced.output()).isEqualTo(ExitCode.WRONG);
        assertThat(unfenced.report().path("duplicated").asLong(0)).isPositive();
    }
}
