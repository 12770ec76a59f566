package io.galewatch.mover.move;

import io.galewatch.mover.move.Interruption.Point;
import io.galewatch.routing.fence.FencedException;
import io.galewatch.routing.fence.SealBrokenException;
import io.galewatch.routing.fleet.FleetMap;
import io.galewatch.routing.map.ShardId;
import io.galewatch.routing.map.ShardMap;
import io.galewatch.routing.table.MoverRequests;
import io.galewatch.routing.table.RoutingTable;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;

/**
 * The work of one grant, from the first seal to "complete". A reconciler: it looks for what is misplaced under the newest
 * map, brings it home, and looks again until nothing is.
 */
final class Tenure {

    private static final Logger log = LoggerFactory.getLogger(Tenure.class);

    private final Move.Tools tools;
    private final RoutingTable routing;
    private final MoverRequests requests;
    private final Accession accession;
    private final NewestMap newestMap;
    private final Discovery discovery;
    private final Activity activity;
    private final Moves moves;

    Tenure(Move.Tools tools, RoutingTable routing, MoverRequests requests, FleetMap fleetMap) {
        this.tools = tools;
        this.routing = routing;
        this.requests = requests;
        this.accession = new Accession(tools);
        this.newestMap = new NewestMap(tools, routing, fleetMap);
        this.discovery = new Discovery(tools);
        this.activity = new Activity(tools.metrics());
        this.moves = new Moves(tools, accession, activity);
    }

    /** What it is doing, for evidence. */
    Activity activity() {
        return activity;
    }

    /**
     * Works until the rebalance is complete.
     *
     * @throws FencedException another grant is in force on a shard
     * @throws ClaimLostException the claim is another's
     * @throws RemintException shards must be sealed again under a higher token
     * @throws HandOverException paused, or shutting down
     */
    void reconcile() {
        while (true) {
            try {
                if (pass()) {
                    return;
                }
            } catch (StaleMapException e) {
                log.info("planning anew: {}", e.reason());
            } catch (SealBrokenException e) {
                if (e.rowIsMissing()) {
                    String reason = String.valueOf(e.getMessage());
                    log.error("{}; run migrate on it and look why", reason);
                    tools.metrics().error(reason);
                    accession.leave(e.shard(), reason);
                    tools.lease().await(tools.pause(3), reason);
                    continue;
                }
                throw new RemintException(String.valueOf(e.getMessage()),
                        Math.max(e.storedToken(), tools.grant().token()));
            } catch (ShardFailureException e) {
                trouble(e);
            }
        }
    }

    /** One look at everything. Returns whether all is at home, and said so. */
    private boolean pass() {
        activity.enter(Step.SEAL);
        accession.sealMissing();
        tools.interruption().at(Point.ALL_SEALED);
        List<ShardId> sealed = tools.sessions().shards().stream().filter(tools.batches()::mayActOn).toList();
        if (sealed.isEmpty()) {
            tools.lease().await(tools.pause(1), "no shard is in reach: " + accession.outOfReach());
            return false;
        }
        activity.enter(Step.PLAN);
        Optional<ShardMap> map = newestMap.enforce(sealed);
        if (map.isEmpty()) {
            tools.lease().await(tools.pause(5), "one epoch stands for two maps");
            return false;
        }
        Requests asked = Requests.read(tools, requests);
        asked.letIn(map.get(), sealed);
        List<Misplaced> plan = discovery.plan(map.get(), sealed);
        tools.interruption().at(Point.PLANNED);
        Moves.Outcome moved = plan.isEmpty()
                ? Moves.Outcome.nothingToMove()
                : moves.all(plan, map.get(), asked.withoutBound());
        boolean everyShard = accession.everyShardIsSealed() && registeredAreKnown();
        asked.answer(map.get(), sealed.stream().filter(tools.batches()::mayActOn).toList(), moved, everyShard);
        if (plan.isEmpty() && everyShard) {
            return complete(map.get());
        }
        if (moved.home().isEmpty()) {
            tools.lease().await(tools.pause(2), plan.isEmpty()
                    ? "all is at home but for what is out of reach: " + accession.outOfReach()
                    : plan.size() + " turbines are set aside or touch a shard out of reach: " + accession.outOfReach());
        }
        return false;
    }

    private void trouble(ShardFailureException e) {
        tools.metrics().error(e.reason());
        accession.leave(e.shard(), e.reason());
        tools.lease().await(tools.pause(1), e.reason());
    }

    private boolean complete(ShardMap map) {
        activity.enter(Step.COMPLETE);
        tools.interruption().at(Point.BEFORE_COMPLETE);
        try {
            if (routing.complete(map, tools.grant())) {
                log.info("rebalance to {} is complete: every shard was sealed, obeys it, and holds nothing misplaced",
                        map);
                tools.interruption().at(Point.COMPLETED);
                return true;
            }
            tools.lease().proveHeld();
            return routing.newest().filter(epoch -> epoch.isComplete() && epoch.map().equals(map)).isPresent();
        } catch (DataAccessException e) {
            tools.lease().await(tools.pause(1), "complete, but the routing database does not answer");
            return false;
        }
    }

    private boolean registeredAreKnown() {
        try {
            return routing.shards().stream().allMatch(tools.sessions()::knows);
        } catch (DataAccessException e) {
            return false;
        }
    }
}
