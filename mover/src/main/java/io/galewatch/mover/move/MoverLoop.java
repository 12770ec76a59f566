package io.galewatch.mover.move;

import io.galewatch.mover.move.Interruption.Point;
import io.galewatch.routing.claim.Claim;
import io.galewatch.routing.claim.Grant;
import io.galewatch.routing.claim.TakeOutcome;
import io.galewatch.routing.fence.FencedException;
import io.galewatch.routing.fleet.FleetMap;
import io.galewatch.routing.table.Epoch;
import io.galewatch.routing.table.MoverRequests;
import io.galewatch.routing.table.RoutingTable;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/**
 * A box as a candidate and, when it wins the claim, as the holder: looks whether there is work, competes, works until it is
 * complete, lost, fenced or told to stop, and competes again. It survives every exception: the worst outcome of an outage
 * is a pause.
 */
public final class MoverLoop implements Runnable {

    private static final Logger log = LoggerFactory.getLogger(MoverLoop.class);

    private final Claim claim;
    private final RoutingTable routing;
    private final MoverRequests requests;
    private final FleetMap fleetMap;
    private final MoverSessions.Opener sessions;
    private final FencedRejections rejections;
    private final MoveSettings settings;
    private final MoverMetrics metrics;
    private final Interruption interruption;
    private final LongSupplier nanoTime;
    private final RandomGenerator random;
    private final StopSignal stop = new StopSignal();
    private long highestTokenSeen;
    /** Own clock, from before the request that minted the latest token: so that it is never less careful than the database's. */
    private long remintedAt;

    /**
     * @param evidence routing database, for the evidence of fenced rejections and the administrators' requests
     * @param nanoTime monotonic clock
     * @param random for jitter
     */
    public MoverLoop(Claim claim, RoutingTable routing, DataSource evidence, FleetMap fleetMap, SessionsOpener sessions,
            MoveSettings settings, MoverMetrics metrics, Interruption interruption, LongSupplier nanoTime,
            RandomGenerator random) {
        this.claim = claim;
        this.routing = routing;
        this.fleetMap = fleetMap;
        this.sessions = sessions::open;
        this.requests = new MoverRequests(evidence);
        this.rejections = new FencedRejections(evidence);
        this.settings = settings;
        this.metrics = metrics;
        this.interruption = interruption;
        this.nanoTime = nanoTime;
        this.random = random;
    }

    /** Opens the pools of a grant's own sessions, named {@link Grant#sessionName()}. */
    @FunctionalInterface
    public interface SessionsOpener {
        io.galewatch.routing.db.ShardPools open(Grant grant);
    }

    /** Ends the loop at the next clean point; a holder gives its claim back. */
    public void stop() {
        stop.stop();
    }

    @Override
    public void run() {
        MDC.put("box", settings.box());
        while (!stop.isStopped()) {
            try {
                compete();
            } catch (DataAccessException | TransactionException e) {
                log.debug("routing database does not answer; competing again later", e);
            } catch (RuntimeException | Error e) {
                log.error("box {}: the mover met something it does not understand; it competes again", settings.box(),
                        e);
                metrics.error(String.valueOf(e.getMessage()));
            }
            stop.await(jittered(settings.poll()));
        }
    }

    /** One round: take the claim if there is work and it is free, and work. */
    void compete() {
        rejections.flush();
        if (!workIsPending()) {
            metrics.paused(false);
            return;
        }
        long askedAt = nanoTime.getAsLong();
        TakeOutcome outcome = claim.take(settings.box(), settings.lease(), highestTokenSeen);
        metrics.paused(outcome instanceof TakeOutcome.Paused);
        switch (outcome) {
            case TakeOutcome.Won won -> {
                log.info("box {} won the claim: {}, free because {}, vacant for {} s", settings.box(), won.grant(),
                        won.cause(),
                        Math.round(won.vacantSeconds()));
                metrics.granted(won.grant(), won.cause(), won.vacantSeconds());
                hold(won.grant(), askedAt);
            }
            case TakeOutcome.Held held -> log.debug("claim is held by {}, token {}", held.owner(), held.token());
            case TakeOutcome.Busy busy -> log.debug("claim row is busy");
            case TakeOutcome.Paused paused -> log.debug("paused by {}", paused.by());
        }
    }

    private boolean workIsPending() {
        Optional<Epoch> newest = routing.newest();
        return newest.isPresent()
                && (!newest.get().isComplete() || fleetMap.view().map().isNewerThan(newest.get().map())
                        || requests.anyOpen());
    }

    /** Works under a grant, and under those it is turned into, until there is nothing more to do or it is not ours. */
    private void hold(Grant first, long grantedAtNanos) {
        Optional<Grant> next = Optional.of(first);
        long since = grantedAtNanos;
        try {
            while (next.isPresent()) {
                Grant grant = next.get();
                MDC.put("token", Long.toString(grant.token()));
                MDC.put("grant", grant.grantId().toString().substring(0, 8));
                interruption.at(Point.CLAIM_TAKEN);
                next = serve(grant, since);
                since = remintedAt;
            }
        } finally {
            metrics.ended();
            MDC.remove("token");
            MDC.remove("grant");
            MDC.remove("step");
        }
    }

    private Optional<Grant> serve(Grant grant, long grantedAtNanos) {
        try (MoverSessions open = new MoverSessions(sessions.open(grant), settings.stepLimit());
                Vacuums vacuums = new Vacuums(open, metrics, settings.vacuumRows())) {
            Lease lease = new Lease(claim, routing, grant, settings, stop, metrics, nanoTime, grantedAtNanos);
            Move.Tools tools = new Move.Tools(grant, open, new Batches(open), new Journal(grant), lease, vacuums,
                    settings,
                    metrics,
                    interruption, nanoTime);
            Tenure tenure = new Tenure(tools, routing, requests, fleetMap);
            try {
                tenure.reconcile();
                vacuums.finish(lease, settings.poll(), () -> !workIsPending());
                release(grant, "complete");
            } catch (FencedException e) {
                fenced(tenure, e);
            } catch (ClaimLostException e) {
                log.warn("box {} steps down: {}", settings.box(), e.reason());
                learnWhetherFenced(tenure, tools);
            } catch (HandOverException e) {
                log.info("box {} gives the claim back: {}", settings.box(), e.reason());
                release(grant, e.reason());
            } catch (RemintException e) {
                highestTokenSeen = Math.max(highestTokenSeen, e.above());
                Optional<Grant> reminted = remint(grant, e);
                if (reminted.isEmpty()) {
                    learnWhetherFenced(tenure, tools);
                }
                return reminted;
            }
            return Optional.empty();
        }
    }

    /** Nothing is acted on until the routing database has minted a higher token, or has said that the claim is another's. */
    private Optional<Grant> remint(Grant grant, RemintException why) {
        log.warn("{}; minting above {}", why.reason(), why.above());
        while (!stop.await(jittered(settings.retryPause()))) {
            try {
                remintedAt = nanoTime.getAsLong();
                Optional<Grant> reminted = claim.remint(grant, why.above());
                reminted.ifPresentOrElse(newer -> metrics.granted(newer, "reminted", 0),
                        () -> log.warn("box {} steps down: the claim is another's, so no token was minted",
                                settings.box()));
                return reminted;
            } catch (DataAccessException | TransactionException e) {
                log.debug("no token yet, the routing database does not answer", e);
            }
        }
        release(grant, "this box is shutting down");
        return Optional.empty();
    }

    private void fenced(Tenure tenure, FencedException e) {
        metrics.fenced(e.shard(), tenure.activity().step());
        metrics.error(String.valueOf(e.getMessage()));
        log.error(
                "FENCED box={} shard={} step={} turbine={} ownToken={} ownGrant={} storedToken={} storedGrant={} storedOwner={}: "
                        + "this box was paused, cut off or late; the batch was rolled back and changed nothing. It stops and competes again",
                settings.box(), e.shard(), tenure.activity().step().label(),
                Objects.requireNonNullElse(tenure.activity().turbine(), "none"), e.seal().grant().token(),
                e.seal().grant().grantId(), e.storedToken(), e.storedGrant(), e.storedOwner());
        rejections.add(settings.box(), tenure.activity().step(), tenure.activity().turbine(), e);
    }

    /** A holder that learns from the claim that it is late presents its token once more, so that the pause is counted. */
    private void learnWhetherFenced(Tenure tenure, Move.Tools tools) {
        for (var shard : tools.sessions().shards()) {
            if (tools.batches().mayActOn(shard)) {
                try {
                    tools.batches().probe(shard, fleetMap.view().map());
                } catch (FencedException e) {
                    fenced(tenure, e);
                    return;
                } catch (RuntimeException e) {
                    log.debug("{} did not say whether we are fenced", shard, e);
                }
            }
        }
    }

    private void release(Grant grant, String reason) {
        try {
            claim.release(grant, reason);
        } catch (DataAccessException | TransactionException e) {
            log.warn("box {} could not give the claim back; it lapses in {} s at most", settings.box(),
                    grant.lease().toSeconds());
        }
    }

    private Duration jittered(Duration time) {
        return Duration.ofNanos((long) (time.toNanos() * (0.75 + random.nextDouble() / 4)));
    }
}
