package io.galewatch.mover.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Every alert is explained in the runbook and tried at its boundary; promtool, where it is, runs those cases. */
class AlertsTest {

    private static final Path ROOT = Path.of(System.getProperty("repo.root", ".."));
    private static final Set<String> ALERTS = Set.of("BoxFenced", "ClaimVacant", "NoProgress",
            "TakeoversWithoutProgress",
            "TokenRegression", "TurbineSetAside", "ShardDown", "IngestRefused", "AuditFoundLoss");

    @Test
    void everyAlertHasItsSectionInTheRunbook() throws IOException {
        String rules = read("prometheus/alerts.yml");
        assertThat(found("- alert: (\\w+)", rules)).isEqualTo(new TreeSet<>(ALERTS));
        assertThat(found("runbook_url: docs/runbook\\.md#(\\S+)", rules)).isEqualTo(
                ALERTS.stream().map(alert -> alert.toLowerCase(Locale.ROOT)).collect(
                        Collectors.toCollection(TreeSet::new)));
        String runbook = read("docs/runbook.md");
        for (String alert : ALERTS) {
            int start = runbook.indexOf("## " + alert + "\n");
            assertThat(start).as(alert).isPositive();
            int end = runbook.indexOf("\n## ", start);
            assertThat(runbook.substring(start, end < 0 ? runbook.length() : end)).as(alert).contains("**Meaning.**",
                    "**Check.**", "**Act.**");
        }
    }

    @Test
    void everyAlertIsTriedBelowAndAtItsBoundary() throws IOException {
        String cases = read("prometheus/alerts.test.yml");
        assertThat(found("alertname: (\\w+), eval_time: \\w+, exp_alerts: \\[]", cases)).as("quiet").containsAll(
                ALERTS.stream().toList());
        assertThat(found("(?m)- alertname: (\\w+)$", cases)).as("loud").containsAll(ALERTS);
    }

    @Test
    void promtoolAgrees() throws IOException, InterruptedException {
        assumeThat(isThere()).as("promtool (Debian: prometheus) is not on the PATH").isTrue();
        assertThat(promtool("check", "rules", "prometheus/alerts.yml")).contains("SUCCESS");
        assertThat(promtool("test", "rules", "prometheus/alerts.test.yml")).contains("SUCCESS");
        assertThat(promtool("check", "config", "--syntax-only", "prometheus/prometheus.yml")).contains("SUCCESS");
    }

    private static boolean isThere() throws InterruptedException {
        try {
            return new ProcessBuilder("promtool", "--version").redirectErrorStream(true).redirectOutput(
                    ProcessBuilder.Redirect.DISCARD).start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private static String promtool(String... arguments) throws IOException, InterruptedException {
        ProcessBuilder command = new ProcessBuilder("promtool");
        command.command().addAll(List.of(arguments));
        Process promtool = command.directory(ROOT.toFile()).redirectErrorStream(true).start();
        String output = new String(promtool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(promtool.waitFor()).as(output).isZero();
        return output;
    }

    private static String read(String file) throws IOException {
        return Files.readString(ROOT.resolve(file));
    }

    private static Set<String> found(String pattern, String text) {
        return Pattern.compile(pattern).matcher(text).results().map(match -> match.group(1)).collect(
                Collectors.toCollection(TreeSet::new));
    }
}
