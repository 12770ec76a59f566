package io.galewatch.mover.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.galewatch.mover.testing.TestBox;
import io.galewatch.routing.map.ShardId;
import io.galewatch.routing.testing.TestFleet;
import io.galewatch.routing.testing.TestPostgres;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The console's pages and its stream, on a real box. */
class ConsoleTest {

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final ShardId SHARD_1 = new ShardId(0);

    private final TestFleet fleet = TestPostgres.shared().createFleet(2, 2);
    private TestBox box;

    @BeforeEach
    void start() {
        fleet.onRouting("insert into mover_pause (paused_by, reason) values ('test', 'to look at it')");
        box = TestBox.start(fleet);
    }

    @AfterEach
    void stop() {
        box.close();
        fleet.close();
    }

    /** A page that listens. */
    private static final class Page implements AutoCloseable {

        private static final int MILLIS = (int) LONG.toMillis();
        private final HttpURLConnection connection;
        private final BufferedReader lines;
        private final JsonMapper json = new JsonMapper();

        Page(TestBox box) throws IOException {
            connection = (HttpURLConnection) box.url("/console/events").toURL().openConnection();
            connection.setReadTimeout(MILLIS);
            lines = new BufferedReader(new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8));
        }

        /** Reads on until an event of that name is as it should be. */
        JsonNode await(String name, Predicate<JsonNode> isIt) throws IOException {
            String event = "";
            for (int events = 0; events < 60;) {
                String line = lines.readLine();
                assertThat(line).as("the stream has ended before the event " + name).isNotNull();
                if (line.startsWith("event: ")) {
                    event = line.substring("event: ".length());
                } else if (line.startsWith("data: ")) {
                    events++;
                    JsonNode data = json.readTree(line.substring("data: ".length()));
                    if (event.equals(name) && isIt.test(data)) {
                        return data;
                    }
                }
            }
            throw new AssertionError("no such event " + name);
        }

        void awaitEnd() throws IOException {
            while (lines.readLine() != null) {
                // Whatever was under way.
            }
        }

        @Override
        public void close() {
            connection.disconnect();
        }
    }

    private static boolean has(JsonNode feed, String kind) {
        return feed.values().stream().anyMatch(event -> event.path("kind").asString().equals(kind));
    }

    private static String step(JsonNode cells, String turbine) {
        return cells.values().stream().filter(cell -> cell.path(0).asString().equals(turbine)).map(
                JsonNode::toString).findFirst().orElse("none");
    }

    private int listeners() {
        return box.context().getBean(Listeners.class).size();
    }

    @Test
    void thePageComesFromTheBoxAloneAndRunsNothingElse() {
        TestBox.Answer page = box.get("/");
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.contentType()).startsWith("text/html");
        assertThat(page.body()).contains("/console/main.js").doesNotContain("//cdn", "<style", "onclick", " style=");
        for (String file : List.of("main.js", "console.css", "uplot/uPlot.esm.js", "uplot/uPlot.min.css", "icon.svg")) {
            assertThat(box.get("/console/" + file).status()).as(file).isEqualTo(200);
        }
        assertThat(box.get("/console/nothing.js").type()).isEqualTo("urn:galewatch:not-found");
        assertThat(box.get("/console/../application.properties").status()).isNotEqualTo(200);
        assertThat(header("/", "Content-Security-Policy")).contains("default-src 'none'",
                "script-src 'self'").doesNotContain(
                        "unsafe");
        assertThat(header("/console/main.js", "X-Content-Type-Options")).isEqualTo("nosniff");
    }

    private String header(String path, String name) {
        try {
            return String.valueOf(box.url(path).toURL().openConnection().getHeaderField(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aPageHearsEverythingOnceAndThenWhatIsNew() throws IOException {
        try (Page page = new Page(box)) {
            JsonNode state = page.await("state", data -> data.path("claim").isObject());
            assertThat(state.path("box").asString()).isEqualTo("box-test");
            assertThat(state.path("complete").asBoolean()).isTrue();
            assertThat(state.path("paused").path("reason").asString()).isEqualTo("to look at it");
            assertThat(state.path("databases").size()).isEqualTo(2);
            JsonNode feed = page.await("feed", data -> true);
            assertThat(has(feed, "EPOCH")).isTrue();
            assertThat(has(feed, "PAUSED")).isTrue();

            fleet.onRouting(
                    "insert into fenced_rejection values (gen_random_uuid(), now(), 'box-2', 'shard-2', 'copy', 'AP-0163', 17, gen_random_uuid(), 18, gen_random_uuid(), 'box-3')");
            JsonNode fresh = page.await("feed", data -> has(data, "FENCED"));
            assertThat(fresh.size()).isEqualTo(1);
            assertThat(fresh.path(0).path("text").asString()).contains("box-2", "shard-2", "AP-0163", "17", "18",
                    "box-3");

            String key = "('AP-0163', 0, 1, (select map_id from shard_map), 1, '%s', 5, 2, gen_random_uuid(), 'box-3')";
            String columns = "insert into turbine_move (turbine_id, source, target, map_id, epoch, step, rows_moved, token, grant_id, owner) values ";
            fleet.onShard(SHARD_1, columns + key.formatted("waiting"));
            assertThat(step(page.await("changed", data -> !data.isEmpty()), "AP-0163")).startsWith(
                    "[\"AP-0163\",0,").endsWith(
                            "\"WAITING\"]");
            fleet.onShard(new ShardId(1), columns + key.formatted("copying"));
            assertThat(step(page.await("changed", data -> !data.isEmpty()), "AP-0163")).endsWith("\"COPYING\"]");
            fleet.onShard(SHARD_1, "update turbine_move set step = 'set-aside', updated_at = clock_timestamp()");
            assertThat(step(page.await("changed", data -> !data.isEmpty()), "AP-0163")).endsWith("\"SET_ASIDE\"]");
            page.await("feed", data -> has(data, "SET_ASIDE"));
            fleet.onShard(SHARD_1, "update turbine_move set step = 'done', updated_at = clock_timestamp()");
            assertThat(step(page.await("changed", data -> !data.isEmpty()), "AP-0163")).startsWith(
                    "[\"AP-0163\",1,").endsWith(
                            "\"MOVED\"]");
        }
    }

    @Test
    void aDatabaseThatStopsAnsweringIsShownAsItWasAndSaidToBeAway() throws IOException {
        try (Page page = new Page(box)) {
            page.await("state", data -> data.path("routing").asBoolean()
                    && data.path("databases").path(0).path("reachable").asBoolean());
            fleet.onRouting("revoke select on mover_claim from galewatch_reader");
            fleet.onShard(SHARD_1, "revoke select on mover_fence from galewatch_reader");
            JsonNode state = page.await("state", data -> !data.path("routing").asBoolean()
                    && !data.path("databases").path(0).path("reachable").asBoolean());
            assertThat(state.path("claim").isNull()).isTrue();
            assertThat(state.path("databases").path(0).path("seen").asBoolean()).isTrue();
            assertThat(state.path("databases").path(0).path("epoch").asLong()).isEqualTo(1);
            fleet.onRouting("grant select on mover_claim to galewatch_reader");
            page.await("state", data -> data.path("routing").asBoolean());
        }
    }

    @Test
    void whoeverLeavesIsForgottenAndThoseWhoAreTooManyAreRefused() throws IOException {
        List<Page> pages = new ArrayList<>();
        for (int i = 0; i < Listeners.MOST; i++) {
            pages.add(new Page(box));
        }
        HttpURLConnection refused = (HttpURLConnection) box.url("/console/events").toURL().openConnection();
        assertThat(refused.getResponseCode()).isEqualTo(503);
        assertThat(new String(refused.getErrorStream().readAllBytes(), StandardCharsets.UTF_8)).contains(
                "urn:galewatch:too-many-listeners");
        for (Page page : pages) {
            page.await("cells", data -> true);
            page.close();
        }
        await().atMost(LONG).until(() -> listeners() == 0);
        try (Page again = new Page(box)) {
            again.await("cells", data -> true);
        }
    }

    @Test
    void theEndOfABoxDoesNotWaitForItsListeners() throws IOException {
        try (Page page = new Page(box)) {
            page.await("state", data -> true);
            box.close();
            page.awaitEnd();
        }
    }

    @Test
    void aBoxWithoutRoutingDatabaseAndWithAShardAwaySaysSo() throws IOException {
        try (TestBox crippled = TestBox.start(fleet, "galewatch.routing.url=jdbc:postgresql://127.0.0.1:1/gone",
                "galewatch.shards[1].url=jdbc:postgresql://127.0.0.1:1/gone-too");
                Page page = new Page(crippled)) {
            JsonNode state = page.await("state",
                    data -> data.path("databases").path(0).path("seen").asBoolean() && !data.path("epoch").isNull());
            assertThat(state.path("routing").asBoolean()).isFalse();
            assertThat(state.path("epoch").asLong()).isEqualTo(1);
            assertThat(state.path("complete").isNull()).isTrue();
            assertThat(state.path("claim").isNull()).isTrue();
            assertThat(state.path("fencedRejections").isNull()).isTrue();
            JsonNode last = page.await("state", data -> !data.path("databases").path(1).path("reachable").asBoolean());
            assertThat(last.path("databases").path(0).path("reachable").asBoolean()).isTrue();
        }
    }
}
