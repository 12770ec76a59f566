package io.galewatch.mover.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.galewatch.mover.testing.TestBox;
import io.galewatch.routing.map.ShardId;
import io.galewatch.routing.map.ShardMap;
import io.galewatch.routing.read.TurbineScan;
import io.galewatch.routing.testing.TestFleet;
import io.galewatch.routing.testing.TestPostgres;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Each kind of fault is planted by SQL, and the audit finds it and nothing else. */
class AuditTest {

    private static final int TURBINES = 24;

    private final TestFleet fleet = TestPostgres.shared().createFleet(3, 2);
    private final ShardMap two = fleet.firstMap();
    private final ShardMap three = new ShardMap(2, 3, UUID.randomUUID());
    private TestBox box;

    @BeforeEach
    void start() {
        for (ShardId shard : fleet.address().shards()) {
            List<String> here = IntStream.rangeClosed(1, TURBINES).mapToObj("AP-%04d"::formatted).filter(
                    turbine -> two.home(turbine).equals(shard)).map(turbine -> "'" + turbine + "'").toList();
            if (!here.isEmpty()) {
                fleet.onShard(shard, "insert into readings (turbine_id, read_at, wind_speed) select t, timestamptz"
                        + " '2026-01-01Z' + i * interval '1 h', i from unnest(array[" + String.join(", ", here)
                        + "]) t, generate_series(1, 200) i");
            }
        }
        box = TestBox.start(fleet, "galewatch.move.batch-rows=20", "galewatch.move.window-rows=20",
                "galewatch.claim.poll=100ms");
    }

    @AfterEach
    void stop() {
        box.close();
        fleet.close();
    }

    private JsonNode audit() {
        TestBox.Answer answer = box.postAsAdmin("/admin/audit?gap=3h", "");
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer.json();
    }

    private static List<String> found(JsonNode report) {
        List<String> found = new ArrayList<>();
        report.path("findings").forEach(finding -> found.add(finding.path("kind").asString() + " "
                + finding.path("turbine").asString("-") + " " + finding.path("shard").asString("-")));
        return found;
    }

    private void rebalance() {
        assertThat(box.postAsAdmin("/admin/rebalance", "{\"shards\":3}").status()).isEqualTo(202);
    }

    private boolean isComplete() {
        return box.getAsAdmin("/admin/rebalance").json().path("complete").asBoolean(false);
    }

    /** The first turbine whose home stays the same. */
    private String staying() {
        return IntStream.rangeClosed(1, TURBINES).mapToObj("AP-%04d"::formatted).filter(
                turbine -> two.home(turbine).equals(three.home(turbine))).findFirst().orElseThrow();
    }

    private String moving() {
        return IntStream.rangeClosed(1, TURBINES).mapToObj("AP-%04d"::formatted).filter(
                turbine -> !two.home(turbine).equals(three.home(turbine))).findFirst().orElseThrow();
    }

    private void plant(ShardId shard, String... statements) {
        fleet.onShard(shard, "alter table readings disable trigger at_home");
        fleet.onShard(shard, statements);
        fleet.onShard(shard, "alter table readings enable always trigger at_home");
    }

    private static ShardId other(ShardId shard) {
        return new ShardId((shard.index() + 1) % 2);
    }

    @Test
    void aHealthyFleetIsCleanBeforeDuringAndAfterARebalance() {
        assertThat(found(audit())).isEmpty();
        fleet.onRouting("insert into mover_pause (paused_by, reason) values ('test', 'to look at the start')");
        rebalance();
        assertThat(found(audit())).as("before the first turbine moves").isEmpty();
        fleet.onRouting("delete from mover_pause");
        int audits = 0;
        while (!isComplete()) {
            JsonNode report = audit();
            assertThat(found(report)).as("audit %s during the rebalance", audits++).isEmpty();
        }
        JsonNode report = audit();
        assertThat(found(report)).isEmpty();
        assertThat(report.path("clean").asBoolean()).isTrue();
        assertThat(report.path("turbines").asInt()).isEqualTo(TURBINES);
        assertThat(box.getAsAdmin("/admin/audit").json().path("clean").asBoolean()).isTrue();
    }

    @Test
    void straysDoubledAndDifferentRowsAreFoundAndBroughtHome() {
        fleet.onRouting("update routing_epoch set completed_at = clock_timestamp()");
        String equal = "AP-0001";
        String different = "AP-0002";
        String stray = "AP-0003";
        plant(other(two.home(equal)),
                "insert into readings (turbine_id, read_at, wind_speed) values ('" + equal
                        + "', '2026-01-01 01:00Z', 1)");
        plant(other(two.home(different)), "insert into readings (turbine_id, read_at, wind_speed) values ('"
                + different + "', '2026-01-01 01:00Z', 99)");
        plant(other(two.home(stray)), "insert into readings (turbine_id, read_at, wind_speed) values ('" + stray
                + "', '2026-02-01 01:00Z', 1)");
        JsonNode report = audit();
        assertThat(found(report)).containsExactlyInAnyOrder(
                "misplaced AP-0001 " + other(two.home(equal)), "doubled AP-0001 " + other(two.home(equal)),
                "misplaced AP-0002 " + other(two.home(different)), "different AP-0002 " + other(two.home(different)),
                "misplaced AP-0003 " + other(two.home(stray)));
        assertThat(report.path("clean").asBoolean()).isFalse();
        assertThat(box.get("/actuator/prometheus").body()).contains("kind=\"misplaced\"").containsPattern(
                "galewatch_audit_findings\\{[^}]*kind=\"misplaced\"[^}]*\\} 3");

        TestBox.Answer asked = box.postAsAdmin("/admin/reconcile", "");
        assertThat(asked.status()).isEqualTo(202);
        String request = "/admin/requests/" + asked.json().path("id").asLong();
        await().atMost(Duration.ofSeconds(30)).until(
                () -> box.getAsAdmin(request).json().path("outcome").asString("").startsWith(
                        "3 turbines brought home"));
        assertThat(found(audit())).as("the stray one is a gap's end now").containsExactly("gap AP-0003 -");
        assertThat(fleet.askShard(two.home(different), "select wind_speed from readings where turbine_id = '"
                + different + "' and read_at = '2026-01-01 01:00Z'")).isEqualTo("1");
        assertThat(fleet.askShard(two.home(different), "select wind_speed from reading_conflict")).isEqualTo("99");
    }

    @Test
    void aHoleALateStartAndAVanishedTurbineAreFound() {
        String vanished = moving();
        String late = IntStream.rangeClosed(1, TURBINES).mapToObj("AP-%04d"::formatted).filter(
                turbine -> !two.home(turbine).equals(three.home(turbine))
                        && !turbine.equals(vanished)).findFirst().orElseThrow();
        String hole = staying();
        rebalance();
        await().atMost(Duration.ofSeconds(60)).until(this::isComplete);
        fleet.onShard(three.home(vanished), "delete from readings where turbine_id = '" + vanished + "'");
        fleet.onShard(three.home(late),
                "delete from readings where turbine_id = '" + late + "' and wind_speed < 10");
        fleet.onShard(three.home(hole),
                "delete from readings where turbine_id = '" + hole + "' and wind_speed between 100 and 120");
        assertThat(found(audit())).containsExactlyInAnyOrder("journal-without-rows " + vanished + " -",
                "late-start " + late + " -", "gap " + hole + " -");
    }

    @Test
    void fencesAndMapsThatDifferAreFound() {
        rebalance();
        await().atMost(Duration.ofSeconds(60)).until(() -> isComplete()
                && fleet.askRouting("select grant_id is null from mover_claim").equals("t"));
        fleet.onShard(new ShardId(0), "alter table mover_fence disable trigger keeps_score",
                "update mover_fence set token = 0", "alter table mover_fence enable always trigger keeps_score");
        fleet.onShard(new ShardId(1), "update shard_map set epoch = 1");
        assertThat(found(audit())).containsExactlyInAnyOrder("fence - shard-1", "map - shard-2");
        fleet.onRouting("alter table mover_claim disable trigger keeps_history", "update mover_claim set token = 0");
        assertThat(found(audit())).contains("fence - shard-2", "fence - shard-3");
    }

    @Test
    void aShardThatDoesNotAnswerIsUnknownAndNotClean() {
        fleet.onShard(new ShardId(1), "revoke select on readings from galewatch_reader");
        JsonNode report = audit();
        assertThat(report.path("unreachable").toString()).isEqualTo("[\"shard-2\"]");
        assertThat(report.path("clean").asBoolean()).isFalse();
        assertThat(found(report)).as("nothing is said of what can't be seen").isEmpty();
    }

    /** Placement costs index probes by turbine: with ten times the rows, about the same. */
    @Test
    void placementGrowsWithTurbinesAndNotWithRows() {
        ShardId shard = two.home("AP-0001");
        long before = buffers(shard);
        fleet.onShard(shard,
                "insert into readings (turbine_id, read_at, wind_speed) select t, timestamptz '2026-03-01Z'"
                        + " + i * interval '2 s', i from (select distinct turbine_id t from readings) t, generate_series(1, 5000) i",
                "vacuum analyze readings");
        long rowsGrew = Long.parseLong(
                fleet.askShard(shard, "select count(*) / 200 / count(distinct turbine_id) from readings"));
        long after = buffers(shard);
        assertThat(rowsGrew).isGreaterThan(20);
        assertThat(after).as("buffers read: %s before, %s after the table grew %s-fold", before, after,
                rowsGrew).isLessThan(before * 3);
    }

    private long buffers(ShardId shard) {
        String plan = fleet.askShard(shard, "explain (analyze, buffers, format json) "
                + TurbineScan.PAGE.replaceFirst("\\?", "''").replaceFirst("\\?", "1000").replaceFirst("\\?", "2"));
        JsonNode root = new JsonMapper().readTree(plan).path(0).path("Plan");
        return root.path("Shared Hit Blocks").asLong() + root.path("Shared Read Blocks").asLong();
    }

    @Test
    void theTableIsForTerminalsAndBadParametersAreNamed() {
        assertThat(box.send(box.asAdmin("/admin/audit").header("Accept", "text/plain").POST(
                HttpRequest.BodyPublishers.noBody())).body()).contains("nothing found");
        assertThat(box.postAsAdmin("/admin/audit?gap=soon", "").status()).isEqualTo(400);
        assertThat(box.postAsAdmin("/admin/audit?gap=-1h", "").type()).isEqualTo("urn:galewatch:invalid-parameter");
        assertThat(box.getAsAdmin("/admin/audit").status()).as("none was run but the table's").isEqualTo(200);
    }
}
