package io.galewatch.mover.move;

import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.galewatch.routing.claim.Claim;
import io.galewatch.routing.db.Credentials;
import io.galewatch.routing.db.FleetAddress;
import io.galewatch.routing.db.Limits;
import io.galewatch.routing.db.PoolSpec;
import io.galewatch.routing.db.Pools;
import io.galewatch.routing.db.Role;
import io.galewatch.routing.db.ShardPools;
import io.galewatch.routing.fleet.FleetMap;
import io.galewatch.routing.fleet.MapUnknownException;
import io.galewatch.routing.map.ShardMap;
import io.galewatch.routing.table.MoverRequests;
import io.galewatch.routing.table.RoutingTable;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Random;
import java.util.UUID;
import java.util.function.LongSupplier;

/** A mover as a box wires it, without the box. */
final class MoverRig implements AutoCloseable {

    final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    final RoutingTable routing;
    final FleetMap fleetMap;
    final Claim claim;
    final MoverMetrics metrics;
    final MoverRequests requests;
    final MoverLoop loop;
    private final HikariDataSource routingPool;
    private final ShardPools ingest;
    private final Thread thread;

    MoverRig(FleetAddress address, Credentials credentials, UUID fleetId, MoveSettings settings,
            Interruption interruption) {
        this(address, credentials, fleetId, settings, interruption, System::nanoTime);
    }

    MoverRig(FleetAddress address, Credentials credentials, UUID fleetId, MoveSettings settings,
            Interruption interruption, LongSupplier nanoTime) {
        Limits limits = Limits.forStep(Duration.ofSeconds(2), Duration.ofSeconds(2));
        routingPool = Pools.open(new PoolSpec("rig routing " + settings.box(), address.routingUrl(), Role.MOVER,
                credentials.password(Role.MOVER), "rig", 4, limits, "prove_fleet('" + fleetId + "')"));
        ingest = ShardPools.open(address, fleetId, Role.INGEST, credentials, "rig", 3, limits);
        routing = new RoutingTable(routingPool);
        requests = new MoverRequests(routingPool);
        fleetMap = new FleetMap(routing, ingest);
        learnTheMapIfItCan();
        claim = new Claim(routingPool, "mover");
        metrics = new MoverMetrics(registry, address.shards(), nanoTime);
        Limits step = Limits.forStep(Duration.ofSeconds(2), settings.stepLimit());
        loop = new MoverLoop(claim, routing, routingPool, fleetMap,
                grant -> ShardPools.open(address, fleetId, Role.MOVER, credentials, grant.sessionName(), 6, step),
                settings,
                metrics, interruption, nanoTime, new Random(1));
        thread = Thread.ofPlatform().name("mover " + settings.box()).unstarted(loop);
    }

    private void learnTheMapIfItCan() {
        try {
            fleetMap.refresh();
        } catch (MapUnknownException e) {
            // As in a box: the poller asks again.
        }
    }

    MoverRig start() {
        thread.start();
        return this;
    }

    boolean isComplete(ShardMap map) {
        return routing.newest().filter(epoch -> epoch.map().equals(map) && epoch.isComplete()).isPresent();
    }

    void awaitComplete(ShardMap map) {
        await(map + " is complete").atMost(Duration.ofSeconds(90)).until(() -> isComplete(map));
    }

    void join() throws InterruptedException {
        thread.join();
    }

    double fencedRejections() {
        return registry.find("galewatch.mover.fenced.rejections").counters().stream().mapToDouble(c -> c.count()).sum();
    }

    /** As {@link #settings(String, int)}, with another bound of conflicts. */
    static MoveSettings settings(String box, int batchRows, long maxConflicts) {
        return settings(box, batchRows, maxConflicts, 0);
    }

    /** As {@link #settings(String, int)}, with another bound of conflicts, and vacuums after so many deleted rows. */
    static MoveSettings settings(String box, int batchRows, long maxConflicts, long vacuumRows) {
        return new MoveSettings(box, Duration.ofSeconds(5), Duration.ofMillis(100), false, batchRows, batchRows,
                Duration.ofSeconds(3), Duration.ofMillis(300), 0, maxConflicts, 3, Duration.ofMillis(100), vacuumRows);
    }

    static MoveSettings settings(String box, int batchRows) {
        return settings(box, batchRows, 1_000);
    }

    @Override
    public void close() {
        loop.stop();
        try {
            if (thread.isAlive()) {
                thread.join(Duration.ofSeconds(20));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        routingPool.close();
        ingest.close();
    }
}
