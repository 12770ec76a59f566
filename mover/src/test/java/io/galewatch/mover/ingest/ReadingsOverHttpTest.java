package io.galewatch.mover.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.startsWith;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.content;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.header;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.jsonPath;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.status;

import io.galewatch.mover.read.ReadTestAccess;
import io.galewatch.mover.web.ProblemException;
import io.galewatch.routing.db.Role;
import io.galewatch.routing.db.ShardPools;
import io.galewatch.routing.fleet.FleetMap;
import io.galewatch.routing.map.ShardId;
import io.galewatch.routing.read.HistoryReader;
import io.galewatch.routing.table.RoutingTable;
import io.galewatch.routing.testing.TestFleet;
import io.galewatch.routing.testing.TestPostgres;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Collections;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.RequestBuilder;
import org.springframework.test.web.servlet.ResultActions;
import org.springframework.util.unit.DataSize;

/** The shapes that clients rely on. */
class ReadingsOverHttpTest {

    private TestFleet fleet;
    private Ingest ingest;
    private MockMvc http;

    @BeforeEach
    void openBox() {
        fleet = TestPostgres.shared().createFleet(3, 2);
        ShardPools pools = fleet.shards(Role.INGEST);
        FleetMap map = new FleetMap(new RoutingTable(fleet.routing(Role.MOVER)), pools);
        map.refresh();
        IngestProperties properties = new IngestProperties(10, DataSize.ofKilobytes(4), 1_000, 100, 100, 1,
                Duration.ofSeconds(5), Duration.ofSeconds(1));
        ingest = IngestConfiguration.open(map, pools, new SimpleMeterRegistry(), properties, System::nanoTime);
        BodyReader bodies = new BodyReader(InstantSource.fixed(Instant.parse("2026-03-01T12:00:00Z")), properties);
        http = ReadTestAccess.withReads(new IngestController(bodies, new Admission(1_000), ingest),
                new HistoryReader(map, fleet.shards(Role.READER)));
    }

    @AfterEach
    void close() {
        ingest.close();
        fleet.close();
    }

    private static String reading(String turbine, int second, String more) {
        return "{\"turbine\":\"%s\",\"at\":\"2026-03-01T00:00:%02d.5Z\"%s}".formatted(turbine, second, more);
    }

    private ResultActions send(String query, String... readings) throws Exception {
        return http.perform(post("/readings" + query).contentType(MediaType.APPLICATION_JSON).content(
                "[" + String.join(",", readings) + "]"));
    }

    @Test
    void takesReadingsAndGivesThemBack() throws Exception {
        String one = reading("AP/1 é", 1, ",\"windSpeed\":0.1,\"activePower\":0.1");
        send("", one, reading("AP/1 é", 2, "")).andExpect(status().isOk()).andExpect(
                content().json("{\"accepted\":2,\"duplicates\":0}"));
        send("", one).andExpect(status().isOk()).andExpect(content().json("{\"accepted\":0,\"duplicates\":1}"));
        send("").andExpect(status().isOk()).andExpect(content().json("{\"accepted\":0,\"duplicates\":0}"));

        http.perform(get("/readings").param("turbine", "AP/1 é").param("limit", "1")).andExpect(
                status().isOk()).andExpect(jsonPath("$.readings[0].windSpeed").value(0.1)).andExpect(
                        content().json("{\"turbine\":\"AP/1 é\",\"complete\":true,\"readings\":["
                                + one.replace(".5Z", ".500Z") + "]}")).andExpect(jsonPath("$.next").isString());
        http.perform(get("/readings").param("turbine", "AP/1 é").param("from", "2026-03-01T00:00:01.5Z").param("to",
                "2026-03-01T00:00:02.5Z")).andExpect(jsonPath("$.readings", hasSize(1))).andExpect(
                        jsonPath("$.next").doesNotExist());
        http.perform(get("/turbines/latest").param("turbine", "AP/1 é")).andExpect(
                jsonPath("$.at").value("2026-03-01T00:00:02.500Z"));
    }

    @Test
    void refusesBadElementsByIndexOrTakesTheRest() throws Exception {
        String[] mixed = {reading("a", 1, ""), reading("b", 1, ",\"wind\":1"), "7", reading("c", 1, "")};
        send("", mixed).andExpect(status().isBadRequest()).andExpect(
                content().contentType(MediaType.APPLICATION_PROBLEM_JSON)).andExpect(
                        jsonPath("$.type").value("urn:galewatch:invalid-readings")).andExpect(
                                jsonPath("$.indexes[0]").value(1)).andExpect(
                                        jsonPath("$.indexes[1]").value(2)).andExpect(
                                                jsonPath("$.errors[0].field").value("wind"));
        http.perform(get("/readings").param("turbine", "a")).andExpect(status().isNotFound());
        send("?partial=true", mixed).andExpect(status().isMultiStatus()).andExpect(
                jsonPath("$.accepted").value(2)).andExpect(jsonPath("$.items", hasSize(4))).andExpect(
                        jsonPath("$.items[0].code").value("accepted")).andExpect(
                                jsonPath("$.items[1].code").value("invalid")).andExpect(
                                        jsonPath("$.items[1].field").value("wind")).andExpect(
                                                jsonPath("$.items[2].index").value(2));
    }

    @Test
    void tellsConflictsByIndexAndStoresTheRest() throws Exception {
        send("", reading("a", 1, ",\"windSpeed\":1")).andExpect(status().isOk());
        send("", reading("b", 1, ""), reading("a", 1, ",\"windSpeed\":2"), reading("a", 2, "")).andExpect(
                status().isConflict()).andExpect(jsonPath("$.type").value("urn:galewatch:reading-conflict")).andExpect(
                        jsonPath("$.indexes", hasSize(1))).andExpect(jsonPath("$.indexes[0]").value(1)).andExpect(
                                jsonPath("$.accepted").value(2));
        http.perform(get("/turbines/latest").param("turbine", "a")).andExpect(
                jsonPath("$.at").value("2026-03-01T00:00:02.500Z"));
    }

    @Test
    void refusesWhatIsTooMuchOrNoArray() throws Exception {
        String[] eleven = Collections.nCopies(11, reading("a", 1, "")).toArray(String[]::new);
        send("", eleven).andExpect(status().isContentTooLarge());
        send("", Arrays.toString(new int[3_000])).andExpect(status().isContentTooLarge());
        http.perform(post("/readings").contentType(MediaType.APPLICATION_JSON).content("{")).andExpect(
                status().isBadRequest()).andExpect(jsonPath("$.type", startsWith("urn:galewatch:")));
    }

    @Test
    void aShardWithTwoMapsUnderOneEpochTakesNothingAndIsNamed() throws Exception {
        fleet.onShard(new ShardId(0), "update shard_map set map_id = gen_random_uuid()");
        fleet.onShard(new ShardId(1), "update shard_map set map_id = gen_random_uuid()");
        send("", reading("a", 1, "")).andExpect(status().isServiceUnavailable()).andExpect(
                header().string("Retry-After", "1")).andExpect(jsonPath("$.indexes[0]").value(0)).andExpect(
                        jsonPath("$.shards", hasSize(1)));
        send("?partial=true", reading("a", 1, "")).andExpect(status().isMultiStatus()).andExpect(
                jsonPath("$.items[0].code").value("map-unsettled"));
        http.perform(get("/readings").param("turbine", "a")).andExpect(status().isServiceUnavailable()).andExpect(
                jsonPath("$.type").value("urn:galewatch:map-unsettled"));
    }

    @Test
    void badParametersAreNamed() throws Exception {
        assertThat(offender(get("/readings").param("turbine", "a").param("limit", "0"))).isEqualTo("limit");
        assertThat(offender(get("/readings").param("turbine", "a").param("after", "x"))).isEqualTo("after");
        assertThat(offender(get("/readings").param("turbine", "a").param("from", "yesterday"))).isEqualTo("from");
        assertThat(offender(get("/turbines/latest").param("turbine", "a\u0000"))).isEqualTo("turbine");
    }

    /** The body is the box's common advice's to write, which is not part of this test. */
    private @Nullable Object offender(RequestBuilder request) throws Exception {
        Exception refusal = http.perform(request).andExpect(status().isBadRequest()).andReturn().getResolvedException();
        return refusal instanceof ProblemException problem
                ? Objects.requireNonNull(problem.getBody().getProperties()).get("parameter")
                : refusal;
    }
}
