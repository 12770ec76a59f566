package io.galewatch.mover.move;

import io.galewatch.routing.map.ShardId;
import io.galewatch.routing.map.ShardMap;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Works through a plan, turbine by turbine. What goes wrong is retried a bounded number of times; then a shard's trouble
 * leaves the shard alone, a turbine's own sets it aside, and the others go on.
 */
final class Moves {

    private static final Logger log = LoggerFactory.getLogger(Moves.class);

    private final Move.Tools tools;
    private final Accession accession;
    private final Activity activity;
    /** Passes in which a turbine was tried in vain. */
    private final Map<String, Integer> passesLost = new HashMap<>();

    Moves(Move.Tools tools, Accession accession, Activity activity) {
        this.tools = tools;
        this.accession = accession;
        this.activity = activity;
    }

    /** Moves what can be moved; returns how many turbines came home. */
    int all(List<Misplaced> plan, ShardMap map) {
        Set<String> setAside = new HashSet<>();
        long before = 0;
        for (ShardId shard : tools.sessions().shards()) {
            if (tools.batches().mayActOn(shard)) {
                setAside.addAll(
                        tools.sessions().reading(shard, connection -> Journal.setAside(connection, map.mapId())));
                tools.lease().progressed();
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
                TurbineMove.of(move, tools, entered -> activity.enter(entered, move.turbine())).run();
                log.info("{} moved in {} ms", move,
                        Duration.ofNanos(tools.nanoTime().getAsLong() - started).toMillis());
                return true;
            } catch (SetAsideException e) {
                setAside(move, e.reason());
                return false;
            } catch (ShardFailureException e) {
                tools.metrics().error(move + ": " + e.reason());
                log.warn("{}: {} failed, attempt {} of {}: {}", move, activity.step().label(), attempt,
                        tools.settings().attempts(), e.reason());
                if (attempt == tools.settings().attempts()) {
                    giveUp(move, e);
                    return false;
                }
                tools.lease().await(tools.pause(attempt),
                        activity.step().label() + " of " + move.turbine() + " is tried again: " + e.reason());
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

    private void setAside(Misplaced move, String reason) {
        log.error("{} is set aside, nothing unproved of it is deleted, the others go on: {}", move, reason);
        tools.metrics().error(move + " is set aside: " + reason);
        tools.batches().run(move.source(), move.map(), connection -> {
            tools.journal().problem(connection, move, Optional.of("set-aside"), reason);
            return true;
        });
    }
}
