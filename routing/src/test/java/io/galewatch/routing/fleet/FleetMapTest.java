package io.galewatch.routing.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.galewatch.routing.db.Role;
import io.galewatch.routing.map.ShardId;
import io.galewatch.routing.map.ShardMap;
import io.galewatch.routing.table.RoutingTable;
import io.galewatch.routing.testing.TestFleet;
import io.galewatch.routing.testing.TestPostgres;
import java.sql.Connection;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class FleetMapTest {

    private static final String WAITS_FOR_THE_MAP = "select count(*) from pg_locks l join pg_database d on d.oid = l.database"
            + " where l.locktype = 'advisory' and not l.granted and d.datname = current_database()";

    @Test
    void whoHearsNothingNewDoesNotWaitForAShardThatHoldsUpANewerMap() throws Exception {
        ShardId second = new ShardId(1);
        try (TestFleet fleet = TestPostgres.shared().createFleet(2, 2);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
                Connection holder = fleet.shardSuperuser(second)) {
            FleetMap map = new FleetMap(new RoutingTable(fleet.routing(Role.MOVER)), fleet.shards(Role.INGEST));
            map.refresh();
            holder.setAutoCommit(false);
            holder.createStatement().execute("select pg_advisory_xact_lock(map_lock_key())");
            ShardMap newer = new ShardMap(2, 1, UUID.randomUUID());
            Future<MapView> visit = threads.submit(() -> map.learn(newer));
            await().until(() -> !fleet.askShard(second, WAITS_FOR_THE_MAP).equals("0"));

            assertThat(map.learn(fleet.firstMap()).map()).isEqualTo(fleet.firstMap());
            assertThat(visit).as("the visit is still under way, and its map not in use").isNotDone();

            Future<MapView> joined = threads.submit(() -> map.learn(newer));
            holder.rollback();
            assertThat(visit.get().map()).isEqualTo(newer);
            assertThat(joined.get().map()).isEqualTo(newer);
            assertThat(fleet.askShard(second, "select epoch from shard_map")).isEqualTo("2");
        }
    }
}
