package io.galewatch.mover.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The dashboard is whole, and fits the data source and the Prometheus that it is provisioned with. */
class DashboardTest {

    private static final Path ROOT = Path.of(System.getProperty("repo.root", ".."));
    private static final JsonNode DASHBOARD = new JsonMapper().readTree(
            ROOT.resolve("grafana/dashboards/galewatch.json"));
    private static final String DATA_SOURCE = "${datasource}";
    private static final Pattern RATE = Pattern.compile("(?:rate|increase)\\([^\\[]*\\[([^]]+)]");
    private static final int COLUMNS = 24;

    private static List<JsonNode> panels() {
        return children(DASHBOARD.path("panels")).filter(panel -> !"row".equals(text(panel, "type"))).toList();
    }

    private static Stream<JsonNode> children(JsonNode node) {
        return node.values().stream();
    }

    private static String text(JsonNode node, String field) {
        return node.path(field).asString("");
    }

    @Test
    void everyPanelSaysWhatItShowsAndInWhichUnit() {
        assertThat(panels()).hasSizeGreaterThan(20).allSatisfy(panel -> {
            String title = text(panel, "title");
            JsonNode defaults = panel.path("fieldConfig").path("defaults");
            assertThat(title).isNotBlank();
            assertThat(text(panel, "description")).as(title).hasSizeGreaterThan(20);
            assertThat(text(defaults, "unit")).as(title).isNotBlank();
            assertThat(children(defaults.path("thresholds").path("steps"))).as(title).isNotEmpty();
        });
    }

    @Test
    void everyQueryUsesTheDataSourceVariableAndFollowsTheScrapeInterval() {
        for (JsonNode panel : panels()) {
            String title = text(panel, "title");
            assertThat(text(panel.path("datasource"), "uid")).as(title).isEqualTo(DATA_SOURCE);
            assertThat(children(panel.path("targets"))).as(title).isNotEmpty().allSatisfy(query -> {
                assertThat(text(query.path("datasource"), "uid")).as(title).isEqualTo(DATA_SOURCE);
                assertThat(RATE.matcher(text(query, "expr")).results().map(range -> range.group(1))).as(
                        title).isSubsetOf(
                                "$__rate_interval", "$__range");
                if ("timeseries".equals(text(panel, "type"))) {
                    assertThat(text(query, "legendFormat")).as(title).isNotBlank().isNotEqualTo("__auto");
                }
            });
        }
    }

    @Test
    void panelsDoNotOverlap() {
        Set<List<Integer>> taken = new HashSet<>();
        Set<Integer> ids = new HashSet<>();
        children(DASHBOARD.path("panels")).forEach(panel -> {
            JsonNode place = panel.path("gridPos");
            assertThat(ids.add(panel.path("id").asInt())).as("id of " + text(panel, "title")).isTrue();
            assertThat(place.path("x").asInt() + place.path("w").asInt()).isLessThanOrEqualTo(COLUMNS);
            for (int x = 0; x < place.path("w").asInt(); x++) {
                for (int y = 0; y < place.path("h").asInt(); y++) {
                    assertThat(taken.add(List.of(place.path("x").asInt() + x, place.path("y").asInt() + y))).as(
                            text(panel, "title")).isTrue();
                }
            }
        });
    }

    @Test
    void beginsWithWhatMattersAndMarksEvents() {
        assertThat(children(DASHBOARD.path("panels")).limit(6).map(panel -> text(panel, "title"))).containsExactly(
                "Rebalance", "Time left", "Owner", "Token", "Fenced rejections", "Misplaced turbines");
        assertThat(children(DASHBOARD.path("panels")).filter(panel -> "row".equals(text(panel, "type"))).map(
                row -> text(row, "title"))).containsExactly("Fencing", "Move", "Ingest", "Databases and pools");
        assertThat(children(DASHBOARD.path("annotations").path("list"))).hasSize(3).allSatisfy(event -> {
            assertThat(text(event.path("datasource"), "uid")).isEqualTo(DATA_SOURCE);
            assertThat(text(event.path("target"), "expr")).contains("galewatch_");
        });
        assertThat(children(DASHBOARD.path("templating").path("list")).map(
                variable -> text(variable, "name"))).containsExactly("datasource", "box", "shard");
    }

    @Test
    void provisioningFitsDashboardAndPrometheus() throws IOException {
        String source = Files.readString(ROOT.resolve("grafana/provisioning/datasources/prometheus.yml"));
        String prometheus = Files.readString(ROOT.resolve("prometheus/prometheus.yml"));
        String uid = value(source, "uid");
        assertThat(children(DASHBOARD.path("templating").path("list")).findFirst().orElseThrow().path("current").path(
                "value").asString("")).isEqualTo(uid);
        assertThat(value(source, "timeInterval")).isEqualTo(value(prometheus, "scrape_interval"));
        assertThat(value(Files.readString(ROOT.resolve("grafana/provisioning/dashboards/galewatch.yml")),
                "allowUiUpdates")).isEqualTo("false");
        assertThat(DASHBOARD.path("editable").asBoolean(true)).isFalse();
    }

    private static String value(String yaml, String key) {
        return yaml.lines().map(String::strip).filter(line -> line.startsWith(key + ":")).map(
                line -> line.substring(key.length() + 1).strip()).findFirst().orElseThrow();
    }
}
