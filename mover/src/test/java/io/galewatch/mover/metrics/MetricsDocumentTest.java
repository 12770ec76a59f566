package io.galewatch.mover.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.galewatch.mover.testing.TestBox;
import io.galewatch.routing.testing.TestFleet;
import io.galewatch.routing.testing.TestPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** docs/metrics.md lists exactly what a box exposes, and alerts and dashboard ask for nothing that it does not list. */
class MetricsDocumentTest {

    private static final Path ROOT = Path.of(System.getProperty("repo.root", ".."));
    private static final Pattern ROW = Pattern.compile(
            "\\| `(galewatch_\\w+)` \\| (\\w+) \\|([^|]*)\\|[^|]+\\|[^|]+\\|");
    private static final Pattern TYPE = Pattern.compile("# TYPE (galewatch_\\w+) (\\w+)");
    private static final Pattern HELP = Pattern.compile("# HELP (galewatch_\\w+) *(.*)");
    private static final Pattern SAMPLE = Pattern.compile("(galewatch_\\w+)\\{(.*)} .*");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"([^\"]*)\"");
    private static final Pattern NAME = Pattern.compile("galewatch_\\w+");
    private static final Set<String> ON_EVERYTHING = Set.of("box", "le", "quantile");
    private static final List<String> OF_A_DISTRIBUTION = List.of("_bucket", "_sum", "_count");

    /** @param labels without those that every meter has */
    private record Metric(String type, Set<String> labels) {}

    @Test
    void theDocumentListsWhatABoxExposes() throws IOException {
        assertThat(exposed(scrape())).isEqualTo(documented());
    }

    @Test
    void everyMeterSaysWhatItIs() {
        List<String> silent = HELP.matcher(scrape()).results().filter(help -> help.group(2).isBlank()).map(
                help -> help.group(1)).toList();
        assertThat(silent).isEmpty();
    }

    @Test
    void alertsAndDashboardAskForWhatIsListed() throws IOException {
        Set<String> listed = new TreeSet<>(documented().keySet());
        for (String file : List.of("prometheus/alerts.yml", "grafana/dashboards/galewatch.json")) {
            assertThat(NAME.matcher(Files.readString(ROOT.resolve(file))).results().map(
                    name -> family(name.group(), listed))).as(file).isNotEmpty().allMatch(listed::contains);
        }
    }

    private static String scrape() {
        try (TestFleet fleet = TestPostgres.shared().createFleet(2, 2); TestBox box = TestBox.start(fleet)) {
            return box.get("/actuator/prometheus").body();
        }
    }

    private static Map<String, Metric> exposed(String scrape) {
        Map<String, String> types = TYPE.matcher(scrape).results().collect(
                Collectors.toMap(type -> type.group(1), type -> type.group(2)));
        Map<String, Metric> metrics = new TreeMap<>();
        types.forEach((name, type) -> metrics.put(name, new Metric(type, new TreeSet<>())));
        SAMPLE.matcher(scrape).results().forEach(sample -> {
            Metric metric = Objects.requireNonNull(metrics.get(family(sample.group(1), types.keySet())));
            LABEL.matcher(sample.group(2)).results().map(label -> label.group(1)).filter(
                    label -> !ON_EVERYTHING.contains(label)).forEach(metric.labels()::add);
        });
        return metrics;
    }

    /** {@code …_bucket} belongs to its histogram. */
    private static String family(String sample, Set<String> families) {
        return families.contains(sample)
                ? sample
                : OF_A_DISTRIBUTION.stream().filter(sample::endsWith).map(
                        end -> sample.substring(0, sample.length() - end.length())).findFirst().orElse(sample);
    }

    /** The rows of all tables. */
    private static Map<String, Metric> documented() throws IOException {
        String text = Files.readString(ROOT.resolve("docs/metrics.md"));
        Map<String, Metric> metrics = new TreeMap<>();
        Matcher row = ROW.matcher(text);
        while (row.find()) {
            Set<String> labels = Arrays.stream(row.group(3).split(",")).map(
                    label -> label.replace("`", "").strip()).filter(label -> !label.isEmpty()).collect(
                            Collectors.toCollection(TreeSet::new));
            assertThat(metrics.put(row.group(1), new Metric(row.group(2), labels))).as(row.group(1)).isNull();
        }
        return metrics;
    }
}
