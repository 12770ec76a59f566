package io.galewatch.mover.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.galewatch.mover.testing.TestBox;
import io.galewatch.routing.map.ShardId;
import io.galewatch.routing.testing.TestFleet;
import io.galewatch.routing.testing.TestPostgres;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The administrator's API on a real box. Rebalancing is paused in most tests, so that an epoch stays incomplete. */
class AdminApiTest {

    private static final ShardId SHARD_1 = new ShardId(0);
    private static final ShardId SHARD_3 = new ShardId(2);

    private final TestFleet fleet = TestPostgres.shared().createFleet(3, 2);
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

    private TestBox.Answer rebalance(String body) {
        return box.postAsAdmin("/admin/rebalance", body);
    }

    private JsonNode status() {
        return box.getAsAdmin("/admin/rebalance").json();
    }

    private static void assertTaken(TestBox.Answer answer, long epoch, int shards) {
        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.type()).isEqualTo("urn:galewatch:epoch-taken");
        assertThat(answer.json().path("epoch").asLong()).isEqualTo(epoch);
        assertThat(answer.json().path("shards").asInt()).isEqualTo(shards);
    }

    @Test
    void aRebalanceIsAcceptedAndObeyedAtOnce() {
        TestBox.Answer answer = rebalance("{\"shards\":3,\"expectedEpoch\":1}");
        assertThat(answer.status()).isEqualTo(202);
        assertThat(answer.body()).isEqualTo("{\"epoch\":2,\"shards\":3}");
        for (ShardId shard : fleet.address().shards()) {
            assertThat(fleet.askShard(shard, "select epoch || ' ' || shards from shard_map")).isEqualTo("2 3");
        }
        assertThat(fleet.askRouting("select created_by from routing_epoch where epoch = 2")).isEqualTo("admin");
        JsonNode status = status();
        assertThat(status.path("epoch").asLong()).isEqualTo(2);
        assertThat(status.path("shards").asInt()).isEqualTo(3);
        assertThat(status.path("previousShards").asInt()).isEqualTo(2);
        assertThat(status.path("complete").asBoolean()).isFalse();
    }

    @Test
    void refusalsNameTheEpochInForce() {
        assertTaken(rebalance("{\"shards\":2}"), 1, 2);
        assertTaken(rebalance("{\"shards\":3,\"expectedEpoch\":2}"), 1, 2);
        assertThat(rebalance("{\"shards\":3}").status()).isEqualTo(202);
        assertTaken(rebalance("{\"shards\":2}"), 2, 3);
        assertTaken(rebalance("{\"shards\":3}"), 2, 3);
        assertTaken(rebalance("{\"shards\":2,\"expectedEpoch\":1}"), 2, 3);
        assertThat(rebalance("{\"shards\":2,\"expectedEpoch\":2}").body()).isEqualTo("{\"epoch\":3,\"shards\":2}");
    }

    @Test
    void oneOfManyAtOnceWinsAndTheOthersHearWhich() throws Exception {
        try (ExecutorService parallel = Executors.newVirtualThreadPerTaskExecutor()) {
            Callable<TestBox.Answer> three = () -> rebalance("{\"shards\":3,\"expectedEpoch\":1}");
            Callable<TestBox.Answer> one = () -> rebalance("{\"shards\":1,\"expectedEpoch\":1}");
            List<Future<TestBox.Answer>> answers = parallel.invokeAll(List.of(three, one, three, one, three, one));
            int winners = 0;
            int shards = Integer.parseInt(fleet.askRouting("select shards from routing_epoch where epoch = 2"));
            for (Future<TestBox.Answer> answer : answers) {
                if (answer.get().status() == 202) {
                    winners++;
                } else {
                    assertTaken(answer.get(), 2, shards);
                }
            }
            assertThat(winners).isEqualTo(1);
            assertThat(fleet.askRouting("select max(epoch) from routing_epoch")).isEqualTo("2");
        }
    }

    @Test
    void theNextEpochIsAboveWhatAnyShardHasObeyed() {
        String mapId = "00000000-0000-0000-0000-00000000000a";
        fleet.onShard(SHARD_3, "update shard_map set epoch = 7, shards = 2, map_id = '" + mapId + "'");
        assertTaken(rebalance("{\"shards\":3,\"expectedEpoch\":1}"), 7, 2);
        assertThat(fleet.askRouting("select map_id from routing_epoch where epoch = 7")).isEqualTo(mapId);
        assertThat(rebalance("{\"shards\":3,\"expectedEpoch\":7}").body()).isEqualTo("{\"epoch\":8,\"shards\":3}");
    }

    @Test
    void everyShardOfTheNewMapMustBeReady() {
        TestBox.Answer four = rebalance("{\"shards\":4}");
        assertThat(four.status()).isEqualTo(422);
        assertThat(four.type()).isEqualTo("urn:galewatch:shard-not-registered");
        assertThat(four.json().path("shard").asString()).isEqualTo("shard-4");

        fleet.onShard(SHARD_3, "alter table readings add column surprise integer");
        TestBox.Answer differs = rebalance("{\"shards\":3}");
        assertThat(differs.status()).isEqualTo(422);
        assertThat(differs.type()).isEqualTo("urn:galewatch:shard-not-ready");
        fleet.onShard(SHARD_3, "alter table readings drop column surprise");

        fleet.onShard(SHARD_3, "alter table mover_fence disable trigger all", "delete from mover_fence");
        assertThat(rebalance("{\"shards\":3}").json().path("detail").asString()).contains("shard-3", "fence");

        fleet.onRouting("delete from shard where shard_index = 2");
        assertThat(rebalance("{\"shards\":3}").type()).isEqualTo("urn:galewatch:shard-not-registered");
        assertThat(fleet.askRouting("select max(epoch) from routing_epoch")).isEqualTo("1");
    }

    @Test
    void aStatusAddsUpTheJournalsOfAllShards() {
        assertThat(rebalance("{\"shards\":3}").status()).isEqualTo(202);
        String map = fleet.askRouting("select map_id from routing_epoch where epoch = 2");
        String row = "insert into turbine_move (turbine_id, source, target, map_id, epoch, step, rows_moved, bytes_moved, token, grant_id, owner, problem) values ('%s', 0, 2, '"
                + map + "', 2, '%s', %d, %d, 1, '00000000-0000-0000-0000-000000000001', 'box', %s)";
        for (String turbine : List.of("waits", "copies", "verifies", "verified", "deletes", "done", "aside")) {
            String source = switch (turbine) {
                case "deletes" -> "deleting";
                case "done" -> "done";
                case "aside" -> "set-aside";
                default -> "waiting";
            };
            String problem = turbine.equals("aside") ? "'too many conflicts'" : "null";
            fleet.onShard(SHARD_1, row.formatted(turbine, source, 1000, 1000, problem));
            if (!turbine.equals("waits")) {
                String target = switch (turbine) {
                    case "copies" -> "copying";
                    case "verifies" -> "verifying";
                    default -> "verified";
                };
                fleet.onShard(SHARD_3, row.formatted(turbine, target, 10, 130, "null"));
            }
        }
        fleet.onRouting(
                "insert into fenced_rejection values (gen_random_uuid(), now(), 'box', 'shard-2', 'copy', 'x', 1, gen_random_uuid(), 2, gen_random_uuid(), 'other')");
        JsonNode status = status();
        assertThat(status.path("turbines").toString()).isEqualTo(
                "{\"waiting\":1,\"copying\":1,\"verifying\":2,\"deleting\":1,\"done\":1,\"setAside\":1}");
        assertThat(status.path("rowsMoved").asLong()).isEqualTo(60);
        assertThat(status.path("bytesMoved").asLong()).isEqualTo(780);
        assertThat(status.path("rowsPerSecond").asDouble()).isPositive();
        assertThat(status.path("lastError").asString()).isEqualTo("aside: too many conflicts");
        assertThat(status.path("fencedRejections").toString()).isEqualTo(
                "{\"shard-1\":0,\"shard-2\":1,\"shard-3\":0}");
        assertThat(status.path("unreachable").toString()).isEqualTo("[]");

        TestBox.Answer moves = box.getAsAdmin("/admin/moves?limit=4");
        assertThat(moves.json().path("moves")).extracting(move -> move.path("turbine").asString()).containsExactly(
                "aside", "copies", "deletes", "done");
        assertThat(moves.json().path("next").asString()).isEqualTo("done");
        TestBox.Answer rest = box.getAsAdmin("/admin/moves?limit=4&after=done");
        assertThat(rest.json().path("moves")).extracting(move -> move.path("turbine").asString()).containsExactly(
                "verified", "verifies", "waits");
        assertThat(rest.json().path("next").isNull()).isTrue();
        assertThat(rest.json().path("moves").path(0).path("copy").path("step").asString()).isEqualTo("verified");
    }

    @Test
    void theClaimSaysWhatItsHolderWaitsFor() {
        fleet.onRouting("update mover_claim set token = 7, grant_id = gen_random_uuid(), owner = 'other',"
                + " renewed_at = now(), lease = '1 min', expires_at = now() + interval '1 min', reason = 'shard-2 is away'");
        JsonNode held = status().path("claim");
        assertThat(held.path("owner").asString()).isEqualTo("other");
        assertThat(held.path("reason").asString()).isEqualTo("shard-2 is away");
        fleet.onRouting("update mover_claim set reason = ''");
        assertThat(status().path("claim").path("reason").isNull()).isTrue();
        fleet.onRouting("update mover_claim set expires_at = now() - interval '1 s'");
        assertThat(status().path("claim").path("owner").isNull()).isTrue();
        assertThat(status().path("claim").path("reason").asString()).isEqualTo("expired");
    }

    @Test
    void whatCouldNotBeAskedIsUnknownAndNotNothing() {
        TestBox.Answer answer;
        try (TestBox crippled = TestBox.start(fleet, "galewatch.shards[1].url=jdbc:postgresql://127.0.0.1:1/gone")) {
            answer = crippled.getAsAdmin("/admin/rebalance");
            TestBox.Answer moves = crippled.getAsAdmin("/admin/moves");
            assertThat(moves.json().path("unreachable").toString()).isEqualTo("[\"shard-2\"]");
            TestBox.Answer refused = crippled.postAsAdmin("/admin/rebalance", "{\"shards\":3}");
            assertThat(refused.status()).isEqualTo(422);
            assertThat(refused.json().path("shard").asString()).isEqualTo("shard-2");
        }
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().path("turbines").isNull()).isTrue();
        assertThat(answer.json().path("rowsMoved").isNull()).isTrue();
        assertThat(answer.json().path("unreachable").toString()).isEqualTo("[\"shard-2\"]");
    }
}
