package io.galewatch.mover.admin;

import io.galewatch.mover.web.ProblemException;
import io.galewatch.routing.fleet.FleetMap;
import io.galewatch.routing.map.ShardId;
import io.galewatch.routing.map.ShardMap;
import io.galewatch.routing.table.Epoch;
import io.galewatch.routing.table.RoutingTable;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Service;

/**
 * Creates epochs. Two administrators at once: the unique key of the routing table picks one, the other is told who won.
 * An epoch is minted only when each of its shards answers, and above every epoch that any shard has obeyed.
 */
@Service
class Rebalances {

    private static final Logger log = LoggerFactory.getLogger(Rebalances.class);

    private final RoutingTable routing;
    private final AllShards shards;
    private final FleetMap fleetMap;

    Rebalances(RoutingTable routing, AllShards shards, FleetMap fleetMap) {
        this.routing = routing;
        this.shards = shards;
        this.fleetMap = fleetMap;
    }

    /**
     * Makes the next epoch, with N shards, and has it obeyed everywhere in reach.
     *
     * @param expectedEpoch the epoch that the caller thinks is in force; needed while a rebalance is under way
     * @throws ProblemException 409 or 422
     */
    ShardMap create(int n, @Nullable Long expectedEpoch, String by) {
        AllShards.Answers<Readiness> answers = shards.ask((shard, connection) -> Readiness.ask(connection));
        Epoch current = newest(answers);
        refuseUnlessExpected(n, expectedEpoch, current);
        refuseUnlessReady(n, answers);

        ShardMap next = new ShardMap(current.map().epoch() + 1, n, UUID.randomUUID());
        if (!routing.record(next, by)) {
            throw taken(routing.newest().orElse(current), "another call was first");
        }
        log.info("{} made {}, before {}", by, next, current.map());
        // Now, and not at the next poll: from here on readings go to their new homes.
        fleetMap.learn(next);
        fleetMap.refresh();
        return next;
    }

    /**
     * The newest epoch anywhere. One that only a shard knows (the routing database was put back in time) is written back
     * first, so that what the caller expects and the next epoch are both counted from it.
     */
    private Epoch newest(AllShards.Answers<Readiness> answers) {
        Epoch recorded = routing.newest().orElseThrow(Rebalances::notMigrated);
        ShardMap obeyed = answers.answered().values().stream().map(Readiness::map).reduce(recorded.map(),
                (a, b) -> b.isNewerThan(a) ? b : a);
        if (!obeyed.isNewerThan(recorded.map())) {
            return recorded;
        }
        log.warn("a shard obeys {}, newer than the routing database's {}: writing it back", obeyed, recorded.map());
        routing.record(obeyed, "found on a shard");
        return routing.newest().orElse(recorded);
    }

    static ProblemException notMigrated() {
        return ProblemException.of(HttpStatus.UNPROCESSABLE_CONTENT, "not-migrated", "Not migrated",
                "the routing database has no epoch yet: run migrate");
    }

    private static void refuseUnlessExpected(int n, @Nullable Long expectedEpoch, Epoch current) {
        if (expectedEpoch != null && expectedEpoch != current.map().epoch()) {
            throw taken(current, "expectedEpoch is " + expectedEpoch);
        }
        if (expectedEpoch == null && !current.isComplete()) {
            throw taken(current, "a rebalance is under way; to change it, say which one with expectedEpoch");
        }
        if (current.isComplete() && current.map().shards() == n) {
            throw taken(current, "it has " + n + " shards already, and everything is at home");
        }
    }

    private void refuseUnlessReady(int n, AllShards.Answers<Readiness> answers) {
        List<ShardId> registered = routing.shards();
        String schema = null;
        for (int i = 0; i < n; i++) {
            ShardId shard = new ShardId(i);
            if (!registered.contains(shard)) {
                throw notReady(shard, "shard-not-registered", "it is not registered: run migrate with its address");
            }
            Readiness ready = answers.answered().get(shard);
            if (ready == null) {
                Exception silent = answers.silent().get(shard);
                throw silent == null
                        ? notReady(shard, "shard-not-registered", "this box has no address of it")
                        : notReady(shard, "shard-not-ready", "it does not answer with identity, schema and fence: "
                                + reason(silent));
            }
            schema = schema == null ? ready.schema() : schema;
            if (!Objects.equals(schema, ready.schema())) {
                throw notReady(shard, "shard-not-ready", "its table readings differs from that of shard-1");
            }
        }
    }

    /** The innermost message: the pool's own only says that there was no connection in time. */
    private static String reason(Throwable error) {
        Throwable inner = error;
        while (inner.getCause() != null) {
            inner = inner.getCause();
        }
        return String.valueOf(inner.getMessage()).lines().findFirst().orElse("no reason given");
    }

    private static ProblemException notReady(ShardId shard, String code, String why) {
        return ProblemException.of(HttpStatus.UNPROCESSABLE_CONTENT, code, "Shard can't take part",
                shard + " can't be a home: " + why).with("shard", shard.name());
    }

    private static ProblemException taken(Epoch current, String why) {
        ShardMap map = current.map();
        return ProblemException.of(HttpStatus.CONFLICT, "epoch-taken", "Epoch taken",
                "epoch " + map.epoch() + " with " + map.shards() + " shards is in force: " + why).with("epoch",
                        map.epoch()).with("shards", map.shards());
    }
}
