package io.galewatch.mover.move;

import io.galewatch.mover.move.Attempts.Result;
import io.galewatch.routing.map.ShardId;
import io.galewatch.routing.map.ShardMap;
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
        tools.metrics().turbines("set-aside", setAside.size());
        Pass pass = new Pass(plan.size(), before);
        try (SecondLane lane = new SecondLane(tools, activity)) {
            for (Misplaced move : plan) {
                if (setAside.containsKey(move.turbine())) {
                    pass.left(move, "set aside: " + setAside.get(move.turbine()));
                } else if (!canActOn(move)) {
                    pass.left(move, accession.outOfReach());
                } else {
                    copy(move, withoutBound.contains(move.turbine()), lane, pass);
                }
            }
            lane.await().ifPresent(finished -> pass.came(finished.turbine(), finished.result()));
        } catch (BrokenOffException e) {
            throw new IllegalStateException("a lane was broken off, and nobody says why", e);
        }
        return pass.outcome();
    }

    /** Copies a turbine while the one before it is verified and deleted, and hands it over. */
    private void copy(Misplaced move, boolean withoutBound, SecondLane lane, Pass pass) {
        Attempts attempts = new Attempts(move, tools,
                withoutBound ? Long.MAX_VALUE : tools.settings().maxConflicts());
        Result copied;
        try {
            copied = attempts.copy(activity);
        } catch (BrokenOffException e) {
            lane.await();
            throw e;
        }
        lane.await().ifPresent(finished -> pass.came(finished.turbine(), finished.result()));
        if (copied instanceof Result.Done && canActOn(move)) {
            lane.start(attempts);
        } else {
            pass.came(move, copied);
        }
    }

    /** What a pass has come to so far. */
    private final class Pass {

        private final int misplaced;
        private final long before;
        private final Set<String> home = new LinkedHashSet<>();
        private final Map<String, String> left = new TreeMap<>();

        /** @param before turbines that were brought home under this map before, by any holder */
        Pass(int misplaced, long before) {
            this.misplaced = misplaced;
            this.before = before;
            show();
        }

        void left(Misplaced move, String why) {
            left.put(move.turbine(), why);
        }

        void came(Misplaced move, Result result) {
            switch (result) {
                case Result.Done done -> home.add(move.turbine());
                case Result.SetAside aside -> {
                    setAside(move, aside.reason());
                    left(move, "set aside: " + aside.reason());
                }
                case Result.Failed failed -> {
                    giveUp(move, failed.failure());
                    left(move, failed.failure().reason());
                }
            }
            show();
        }

        private void show() {
            count(misplaced - home.size(), before + home.size());
        }

        Outcome outcome() {
            return new Outcome(home, left);
        }
    }

    /** What is not at home yet, set aside or not, and what was brought home under this map, by any holder. */
    private void count(long misplaced, long done) {
        tools.metrics().turbines("waiting", misplaced);
        tools.metrics().turbines("done", done);
    }

    private boolean canActOn(Misplaced move) {
        return tools.batches().mayActOn(move.source()) && tools.batches().mayActOn(move.target());
    }

    /**
     * A shard's trouble is not the turbine's: the shard is left alone. A time limit, a lock or a connection that broke can be
     * either's: when the shard answers, the turbine is left for the next pass, behind which the others do not wait, and set
     * aside when that did not help either.
     */
    private void giveUp(Misplaced move, ShardFailureException e) {
        switch (e.failure()) {
            case READ_ONLY, RESOURCES, PERMISSION, IDENTITY -> accession.leave(e.shard(), e.reason());
            case CONNECTION -> {
                if (answers(e.shard(), move)) {
                    leaveForTheNextPass(move, e);
                } else {
                    accession.leave(e.shard(), e.reason());
                }
            }
            case RETRY -> leaveForTheNextPass(move, e);
            case UNIQUE, SCHEMA, GUARD, STALE_MAP, STRAY, OTHER -> setAside(move, e.reason());
        }
    }

    private boolean answers(ShardId shard, Misplaced move) {
        try {
            tools.batches().probe(shard, move.map());
            return true;
        } catch (ShardFailureException e) {
            log.debug("{} does not answer", shard, e);
            return false;
        }
    }

    private void leaveForTheNextPass(Misplaced move, ShardFailureException e) {
        if (passesLost.merge(move.turbine(), 1, Integer::sum) >= tools.settings().attempts()) {
            setAside(move, e.reason());
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
