package io.galewatch.sim.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the lab says without starting anything. */
class ScenarioCommandsTest {

    @TempDir
    Path directory = Path.of("");

    private record Said(int exitCode, String text) {}

    private static Said lab(String... arguments) {
        PrintStream out = System.out;
        PrintStream err = System.err;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        try (PrintStream both = new PrintStream(said, true, StandardCharsets.UTF_8)) {
            System.setOut(both);
            System.setErr(both);
            int exitCode = Lab.run(arguments);
            return new Said(exitCode, said.toString(StandardCharsets.UTF_8));
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
    }

    @Test
    void listsEveryScenarioInALine() {
        assertThat(lab("list").text()).contains("april-night ", "march ", "freeze ", "kill ", "cut-off ",
                "shard-crash ",
                "routing-restored ", "disk-full ", "abort ", "shrink ", "grow ", "rolling-restart ", "chaos ",
                "payouts ", "replay ", "rebalance ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"freeze --time-scale 0", "freeze --time-scale 0.01", "freeze --in sleep",
        "cut-off --policy maybe", "replay no-such-file", "abort --compose"})
    void refusesWhatCannotBePlayed(String line) {
        Said said = lab((line + (line.startsWith("replay") ? "" : " --work " + directory)).split(" "));
        assertThat(said.exitCode()).as(said.text()).isEqualTo(2);
        assertThat(said.text()).contains("Usage: lab");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "up --help", "bench move --help", "april-night --help", "replay -h"})
    void explainsItselfWhenAsked(String line) {
        Said said = lab(line.split(" "));
        assertThat(said.exitCode()).as(said.text()).isZero();
        assertThat(said.text()).startsWith("Usage: lab");
    }
}
