package io.galewatch.mover.move;

import io.galewatch.mover.move.Interruption.Point;
import io.galewatch.routing.fence.FencedException;
import io.galewatch.routing.fence.SealBrokenException;
import io.galewatch.routing.fleet.FleetMap;
import io.galewatch.routing.map.ShardId;
import io.galewatch.routing.map.ShardMap;
import io.galewatch.routing.table.RoutingTable;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.springframework.dao.DataAccessException;

/**
 * The work of one grant, from the first seal to "complete". A reconciler: it looks for what is misplaced under the newest
 * map, brings it home, and looks again until nothing is.
 */
final class Tenure {

    private static final Logger log = LoggerFactory.getLogger(Tenure.class);

    private final Move.Tools tools;
    private final RoutingTable routing;
    private final Accession accession;
    private final NewestMap newestMap;
    private final Discovery discovery;
    /** Passes in which a turbine was tried in vain. */
    private final Map<String, Integer> passesLost = new HashMap<>();
    private Step step = Step.SEAL;
    private @Nullable String turbine;

    Tenure(Move.Tools tools, RoutingTable routing, FleetMap fleetMap) {
        this.tools = tools;
        this.routing = routing;
        this.accession = new Accession(tools);
        this.newestMap = new NewestMap(tools, routing, fleetMap);
        this.discovery = new Discovery(tools);
    }

    /** What it is doing, for evidence. */
    Step step() {
        return step;
    }

    @Nullable
    String turbine() {
        return turbine;
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
                    tools.lease().await(pause(3), reason);
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
        enter(Step.SEAL, null);
        accession.sealMissing();
        tools.interruption().at(Point.ALL_SEALED);
        List<ShardId> sealed = tools.sessions().shards().stream().filter(tools.batches()::mayActOn).toList();
        if (sealed.isEmpty()) {
            tools.lease().await(pause(1), "no shard is in reach: " + accession.outOfReach());
            return false;
        }
        enter(Step.PLAN, null);
        Optional<ShardMap> map = newestMap.enforce(sealed);
        if (map.isEmpty()) {
            tools.lease().await(pause(5), "one epoch stands for two maps");
            return false;
        }
        List<Misplaced> plan = discovery.plan(map.get(), sealed);
        tools.interruption().at(Point.PLANNED);
        if (plan.isEmpty() && accession.everyShardIsSealed() && registeredAreKnown()) {
            return complete(map.get());
        }
        if (moveAll(plan, map.get()) == 0) {
            tools.lease().await(pause(2), plan.isEmpty()
                    ? "all is at home but for what is out of reach: " + accession.outOfReach()
                    : plan.size() + " turbines are set aside or touch a shard out of reach: " + accession.outOfReach());
        }
        return false;
    }

    private int moveAll(List<Misplaced> plan, ShardMap map) {
        Set<String> setAside = new HashSet<>();
        long before = 0;
        for (ShardId shard : tools.sessions().shards()) {
            if (tools.batches().mayActOn(shard)) {
                setAside.addAll(
                        tools.sessions().reading(shard, connection -> Journal.setAside(connection, map.mapId())));
                before += tools.sessions().reading(shard, connection -> Journal.done(connection, map.mapId()));
            }
        }
        log.info("{} turbines are misplaced under {}, {} of them set aside", plan.size(), map, setAside.size());
        int done = 0;
        tools.metrics().turbines("set-aside", setAside.size());
        for (Misplaced move : plan) {
            count(plan.size() - done, before + done);
            if (!setAside.contains(move.turbine()) && canActOn(move) && move(move)) {
                done++;
            }
        }
        count(plan.size() - done, before + done);
        return done;
    }

    /** What is not at home yet, set aside or not, and what was brought home under this map, by any holder. */
    private void count(long misplaced, long done) {
        tools.metrics().turbines("waiting", misplaced);
        tools.metrics().turbines("done", done);
    }

    private boolean canActOn(Misplaced move) {
        return tools.batches().mayActOn(move.source()) && tools.batches().mayActOn(move.target());
    }

    /** Moves one turbine, with bounded retries. Returns whether it is at home. */
    private boolean move(Misplaced move) {
        long started = tools.nanoTime().getAsLong();
        for (int attempt = 1;; attempt++) {
            try {
                TurbineMove.of(move, tools, entered -> enter(entered, move)).run();
                log.info("{} moved in {} ms", move,
                        Duration.ofNanos(tools.nanoTime().getAsLong() - started).toMillis());
                return true;
            } catch (SetAsideException e) {
                setAside(move, e.reason());
                return false;
            } catch (ShardFailureException e) {
                tools.metrics().error(move + ": " + e.reason());
                log.warn("{}: {} failed, attempt {} of {}: {}", move, step.label(), attempt,
                        tools.settings().attempts(), e.reason());
                if (attempt == tools.settings().attempts()) {
                    giveUp(move, e);
                    return false;
                }
                tools.lease().await(pause(attempt),
                        step.label() + " of " + move.turbine() + " is tried again: " + e.reason());
                presentFence(move, e);
            }
        }
    }

    /** After a broken connection the fence comes first: a holder that was evicted learns here that it is fenced. */
    private void presentFence(Misplaced move, ShardFailureException e) {
        if (e.failure().leavesOutcomeUnknown()) {
            try {
                tools.batches().probe(e.shard(), move.map());
            } catch (ShardFailureException again) {
                log.debug("{} still does not answer", e.shard(), again);
            }
        }
    }

    /**
     * A shard's trouble is not the turbine's: the shard is left alone. A lock or a time limit can be either's: the turbine is
     * left for the next pass, behind which the others do not wait, and set aside when that did not help either.
     */
    private void giveUp(Misplaced move, ShardFailureException e) {
        switch (e.failure()) {
            case CONNECTION, READ_ONLY, RESOURCES, PERMISSION, IDENTITY -> accession.leave(e.shard(), e.reason());
            case RETRY -> {
                if (passesLost.merge(move.turbine(), 1, Integer::sum) >= tools.settings().attempts()) {
                    setAside(move, e.reason());
                }
            }
            case UNIQUE, SCHEMA, GUARD, STALE_MAP, STRAY, OTHER -> setAside(move, e.reason());
        }
    }

    private void trouble(ShardFailureException e) {
        tools.metrics().error(e.reason());
        accession.leave(e.shard(), e.reason());
        tools.lease().await(pause(1), e.reason());
    }

    private void setAside(Misplaced move, String reason) {
        log.error("{} is set aside, nothing unproved of it is deleted, the others go on: {}", move, reason);
        tools.metrics().error(move + " is set aside: " + reason);
        tools.batches().run(move.source(), move.map(), connection -> {
            tools.journal().problem(connection, move, Optional.of("set-aside"), reason);
            return true;
        });
    }

    private boolean complete(ShardMap map) {
        enter(Step.COMPLETE, null);
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
            tools.lease().await(pause(1), "complete, but the routing database does not answer");
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

    private Duration pause(int attempt) {
        Duration pause = tools.settings().retryPause().multipliedBy(1L << Math.min(attempt - 1, 5));
        Duration most = tools.settings().lease().dividedBy(2);
        return pause.compareTo(most) < 0 ? pause : most;
    }

    private void enter(Step entered, @Nullable Misplaced move) {
        step = entered;
        turbine = move == null ? null : move.turbine();
        for (Step one : List.of(Step.COPY, Step.VERIFY, Step.DELETE)) {
            tools.metrics().turbines(gauge(one), move != null && one == entered ? 1 : 0);
        }
        MDC.put("step", entered.label());
    }

    private static String gauge(Step step) {
        return switch (step) {
            case COPY -> "copying";
            case VERIFY -> "verifying";
            case DELETE -> "deleting";
            case SEAL, PLAN, COMPLETE -> "waiting";
        };
    }
}
