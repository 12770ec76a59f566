package io.galewatch.mover.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.galewatch.mover.testing.TestBox;
import io.galewatch.routing.map.ShardId;
import io.galewatch.routing.map.ShardMap;
import io.galewatch.routing.testing.TestFleet;
import io.galewatch.routing.testing.TestPostgres;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What a rebalance would move, before anybody asks for it. */
class PlanTest {

    private static final ShardMap TWO = new ShardMap(1, 2, new UUID(0, 1));
    private static final ShardMap THREE = new ShardMap(2, 3, new UUID(0, 2));
    private static final List<String> TURBINES = IntStream.rangeClosed(1, 60).mapToObj("AP-%04d"::formatted).toList();
    /** With a hundred times the rows of another one. */
    private static final String GIANT = TURBINES.stream().filter(
            turbine -> TWO.home(turbine).index() == 0 && THREE.home(turbine).index() == 2).findFirst().orElseThrow();

    private final TestFleet fleet = TestPostgres.shared().createFleet(3, 2);
    private TestBox box;

    @BeforeEach
    void start() {
        for (String turbine : TURBINES) {
            fleet.onShard(TWO.home(turbine), "insert into readings (turbine_id, read_at) select '" + turbine
                    + "', timestamptz '2026-01-01' + n * interval '2 s' from generate_series(1, "
                    + (turbine.equals(GIANT) ? 10_000 : 100) + ") n");
        }
        fleet.address().shards().forEach(shard -> fleet.onShard(shard, "vacuum analyze readings"));
        box = TestBox.start(fleet);
    }

    @AfterEach
    void stop() {
        box.close();
        fleet.close();
    }

    private JsonNode plan(int shards) {
        TestBox.Answer answer = box.getAsAdmin("/admin/rebalance/plan?shards=" + shards);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer.json();
    }

    private static String pair(String turbine) {
        return TWO.home(turbine) + " " + THREE.home(turbine);
    }

    @Test
    void turbinesAreCountedAndRowsEstimatedByTheirSize() {
        Map<String, Integer> expected = new HashMap<>();
        TURBINES.stream().filter(turbine -> !TWO.home(turbine).equals(THREE.home(turbine))).forEach(
                turbine -> expected.merge(pair(turbine), 1, Integer::sum));
        JsonNode plan = plan(3);
        Map<String, Integer> counted = new HashMap<>();
        double rows = 0;
        for (JsonNode move : plan.path("moves")) {
            String pair = move.path("source").asString() + " " + move.path("target").asString();
            int turbines = move.path("turbines").asInt();
            counted.put(pair, turbines);
            double real = turbines * 100.0 + (pair.equals(pair(GIANT)) ? 9_900 : 0);
            assertThat(move.path("rows").asDouble()).as(pair).isCloseTo(real, within(real / 5));
            assertThat(move.path("bytes").asLong()).as(pair).isPositive();
            rows += move.path("rows").asLong();
        }
        assertThat(counted).isEqualTo(expected);
        assertThat(plan.path("turbines").asInt()).isEqualTo(
                expected.values().stream().mapToInt(Integer::intValue).sum());
        assertThat(plan.path("rows").asDouble()).isEqualTo(rows);
        assertThat(plan.path("epoch").asLong()).isEqualTo(1);
        assertThat(plan.path("currentShards").asInt()).isEqualTo(2);
        assertThat(plan.path("pace").toString()).isEqualTo(
                "{\"rowsPerSecond\":50000.0,\"basis\":\"assumed\",\"moves\":0}");
        assertThat(plan.path("estimatedSeconds").asLong()).isEqualTo((long) Math.ceil(rows / 50_000));
        assertThat(plan.path("partial").toString()).isEqualTo("[]");
        assertThat(fleet.askRouting("select max(epoch) from routing_epoch")).isEqualTo("1");
        assertThat(fleet.askShard(new ShardId(0), "select count(*) from turbine_move")).isEqualTo("0");
    }

    @Test
    void whatIsInForceMovesNothing() {
        JsonNode plan = plan(2);
        assertThat(plan.path("turbines").asInt(-1)).isZero();
        assertThat(plan.path("estimatedSeconds").asInt(-1)).isZero();
        assertThat(plan.path("moves").toString()).isEqualTo("[]");
    }

    @Test
    void secondsComeFromWhatThisFleetHasMovedBefore() {
        String row = "insert into turbine_move (turbine_id, source, target, map_id, epoch, step, rows_moved, token, grant_id, owner, started_at, finished_at)"
                + " values ('%s', 0, 2, '00000000-0000-0000-0000-000000000009', 1, '%s', 1000, 1, '00000000-0000-0000-0000-000000000001', 'box',"
                + " timestamptz '2026-01-01' + %d * interval '1 s', timestamptz '2026-01-01' + %d * interval '1 s')";
        // The third begins while the second is verified; the fourth was paused over night.
        Map<String, List<Integer>> seconds = Map.of("first", List.of(0, 5), "second", List.of(5, 15), "third",
                List.of(10, 20), "paused", List.of(30, 40_000));
        seconds.forEach((turbine, span) -> {
            fleet.onShard(new ShardId(2), row.formatted(turbine, "verified", span.getFirst(), span.getFirst() + 1));
            fleet.onShard(new ShardId(0), row.formatted(turbine, "done", 0, span.getLast()));
        });
        fleet.onShard(new ShardId(2), row.formatted("half", "verified", 50, 51));
        JsonNode plan = plan(3);
        assertThat(plan.path("pace").toString()).isEqualTo(
                "{\"rowsPerSecond\":150.0,\"basis\":\"measured\",\"moves\":3}");
        assertThat(plan.path("estimatedSeconds").asLong()).isEqualTo(
                (long) Math.ceil(plan.path("rows").asLong() / 150.0));
        try (TestBox slow = TestBox.start(fleet, "galewatch.move.max-rows-per-second=20")) {
            assertThat(slow.getAsAdmin("/admin/rebalance/plan?shards=3").json().path("pace").toString()).isEqualTo(
                    "{\"rowsPerSecond\":20.0,\"basis\":\"limit\",\"moves\":0}");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "?shards=", "?shards=0", "?shards=1025", "?shards=many"})
    void anImpossibleNIsRefused(String query) {
        TestBox.Answer answer = box.getAsAdmin("/admin/rebalance/plan" + query);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.type()).isEqualTo("urn:galewatch:bad-request");
        assertThat(answer.json().path("detail").asString()).contains("shards");
    }

    @Test
    void aShardThatIsNotRegisteredIsNamed() {
        TestBox.Answer answer = box.getAsAdmin("/admin/rebalance/plan?shards=4");
        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.type()).isEqualTo("urn:galewatch:shard-not-registered");
        assertThat(answer.json().path("shard").asString()).isEqualTo("shard-4");
        assertThat(box.get("/admin/rebalance/plan?shards=3").status()).isEqualTo(401);
    }

    @Test
    void whatAShardThatIsDownWouldSendIsUnknownAndNotNothing() {
        try (TestBox crippled = TestBox.start(fleet, "galewatch.shards[1].url=jdbc:postgresql://127.0.0.1:1/gone")) {
            JsonNode plan = crippled.getAsAdmin("/admin/rebalance/plan?shards=3").json();
            assertThat(plan.path("unreachable").toString()).isEqualTo("[\"shard-2\"]");
            assertThat(plan.path("turbines").isNull()).isTrue();
            assertThat(plan.path("estimatedSeconds").isNull()).isTrue();
            JsonNode last = plan.path("moves").path(plan.path("moves").size() - 1);
            assertThat(last.toString()).isEqualTo(
                    "{\"source\":\"shard-2\",\"target\":null,\"turbines\":null,\"rows\":null,\"bytes\":null}");
            assertThat(plan.path("moves").path(0).path("turbines").asInt()).isPositive();
        }
    }
}
