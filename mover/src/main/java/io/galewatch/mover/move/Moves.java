package io.galewatch.mover.move;

import io.galewatch.routing.map.ShardId;
import io.galewatch.routing.map.ShardMap;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
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

    /**
     * What a pass came to.
     *
     * @param home turbines that were brought home
     * @param left turbines that were not, and why
     */
    record Outcome(Set<String> home, Map<String, String> left) {

        static Outcome nothingToMove() {
            return new Outcome(Set.of(), Map.of());
        }
    }

    /**
     * Moves what can be moved.
     *
     * @param withoutBound turbines that are not set aside for their conflicts, however many
     */
    Outcome all(List<Misplaced> plan, ShardMap map, Set<String> withoutBound) {
        Map<String, String> setAside = new HashMap<>();
        long before = 0;
        for (ShardId shard : tools.sessions().shards()) {
            if (tools.batches().mayActOn(shard)) {
                setAside.putAll(
                        tools.sessions().reading(shard, connection -> Journal.setAside(connection, map.mapId())));
                tools.lease().progressed();
                before += tools.sessions().reading(shard, connection -> Journal.done(connection, map.mapId()));
            }
        }
        log.info("{} turbines are misplaced under {}, {} of them set aside", plan.size(), map, setAside.size());
        Set<String> home = new LinkedHashSet<>();
        Map<String, String> left = new TreeMap<>();
        tools.metrics().turbines("set-aside", setAside.size());
        int done = 0;
        for (Misplaced move : plan) {
            count(plan.size() - done, before + done);
            Optional<String> obstacle = setAside.containsKey(move.turbine())
                    ? Optional.of("set aside: " + setAside.get(move.turbine()))
                    : canActOn(move)
                            ? move(move, withoutBound.contains(move.turbine()))
                            : Optional.of(accession.outOfReach());
            if (obstacle.isEmpty()) {
                done++;
                home.add(move.turbine());
            } else {
                left.put(move.turbine(), obstacle.get());
            }
        }
        count(plan.size() - done, before + done);
        return new Outcome(home, left);
    }

    /** What is not at home yet, set aside or not, and what was brought home under this map, by any holder. */
    private void count(long misplaced, long done) {
        tools.metrics().turbines("waiting", misplaced);
        tools.metrics().turbines("done", done);
    }

    private boolean canActOn(Misplaced move) {
        return tools.batches().mayActOn(move.source()) && tools.batches().mayActOn(move.target());
    }

    /** Moves one turbine, with bounded retries. Returns why it is not at home; empty when it is. */
    private Optional<String> move(Misplaced move, boolean withoutBound) {
        long started = tools.nanoTime().getAsLong();
        long maxConflicts = withoutBound ? Long.MAX_VALUE : tools.settings().maxConflicts();
        for (int attempt = 1;; attempt++) {
            try {
                TurbineMove.of(move, tools, maxConflicts, entered -> activity.enter(entered, move.turbine())).run();
                log.info("{} moved in {} ms", move,
                        Duration.ofNanos(tools.nanoTime().getAsLong() - started).toMillis());
                return Optional.empty();
            } catch (SetAsideException e) {
                setAside(move, e.reason());
                return Optional.of("set aside: " + e.reason());
            } catch (ShardFailureException e) {
                tools.metrics().error(move + ": " + e.reason());
                log.warn("{}: {} failed, attempt {} of {}: {}", move, activity.step().label(), attempt,
                        tools.settings().attempts(), e.reason());
                if (attempt == tools.settings().attempts()) {
                    giveUp(move, e);
                    return Optional.of(e.reason());
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
