package io.galewatch.mover.move;

import io.galewatch.routing.claim.Claim;
import io.galewatch.routing.claim.Grant;
import io.galewatch.routing.table.Pause;
import io.galewatch.routing.table.RoutingTable;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/**
 * The holder's side of its lease. The working threads themselves renew, after a bounded step, when a third of the lease is
 * gone: a holder that is wedged lapses. There is no heartbeat. Of two lanes, one waits for the other after each turbine, and
 * a step that hangs is aborted, so one that is wedged does not live on the other's progress.
 *
 * <p>
 * Its own monotonic clock, counted from before the request, makes a holder only more careful: with the policy to stop, it
 * ends when its lease may be over.
 */
final class Lease {

    private static final Logger log = LoggerFactory.getLogger(Lease.class);

    private final Claim claim;
    private final RoutingTable routing;
    private final Grant grant;
    private final MoveSettings settings;
    private final StopSignal stop;
    private final MoverMetrics metrics;
    private final LongSupplier nanoTime;
    private long renewedAt;
    private long lastAttemptAt;
    private long lastPauseCheckAt;
    private long progress;
    private boolean routingAnswers = true;
    private volatile boolean brokenOff;

    Lease(Claim claim, RoutingTable routing, Grant grant, MoveSettings settings, StopSignal stop, MoverMetrics metrics,
            LongSupplier nanoTime, long grantedAtNanos) {
        this.claim = claim;
        this.routing = routing;
        this.grant = grant;
        this.settings = settings;
        this.stop = stop;
        this.metrics = metrics;
        this.nanoTime = nanoTime;
        this.renewedAt = grantedAtNanos;
        this.lastAttemptAt = grantedAtNanos;
        this.lastPauseCheckAt = grantedAtNanos;
        metrics.renewed(grant, grantedAtNanos);
    }

    Grant grant() {
        return grant;
    }

    /**
     * After a bounded step that got somewhere.
     *
     * @throws ClaimLostException the claim is another's, or the lease is over and the policy is to stop
     * @throws HandOverException paused by an operator, or shutting down
     * @throws BrokenOffException the other lane came to an end
     */
    synchronized void progressed() {
        progress++;
        metrics.progressed(nanoTime.getAsLong());
        checkpoint();
    }

    /**
     * Waits on purpose, in wake-ups after each of which the lease is looked after.
     *
     * @param reason shown in status and log
     */
    void await(Duration time, String reason) {
        metrics.waiting(reason);
        long end = nanoTime.getAsLong() + time.toNanos();
        long wakeUp = Math.max(1, settings.lease().toNanos() / 12);
        long left = time.toNanos();
        while (left > 0 && !stop.await(Duration.ofNanos(Math.min(left, wakeUp)))) {
            metrics.progressed(nanoTime.getAsLong());
            checkpoint();
            left = end - nanoTime.getAsLong();
        }
        metrics.waiting("");
        checkpoint();
    }

    /** Ends the other lane's work at its next bounded step; until {@link #together} this one's too. */
    void breakOff() {
        brokenOff = true;
    }

    /** Both lanes have ended; work may begin again. */
    void together() {
        brokenOff = false;
    }

    /**
     * Renews now, whatever the time: before a shard is sealed, the claim should be known to be ours.
     *
     * @return false when the routing database does not answer, and so nobody can say
     */
    synchronized boolean proveHeld() {
        renew();
        enforcePolicy();
        return routingAnswers;
    }

    private synchronized void checkpoint() {
        if (brokenOff) {
            throw new BrokenOffException();
        }
        if (stop.isStopped()) {
            throw new HandOverException("this box is shutting down");
        }
        long now = nanoTime.getAsLong();
        boolean due = now - renewedAt >= settings.lease().toNanos() / 3;
        // While the routing database is away, each attempt costs its time limit: not at every batch.
        if (due && (routingAnswers || now - lastAttemptAt >= settings.lease().toNanos() / 12)) {
            renew();
        }
        if (routingAnswers && now - lastPauseCheckAt >= settings.poll().toNanos()) {
            lastPauseCheckAt = now;
            stopWhenPaused();
        }
        enforcePolicy();
    }

    private void renew() {
        long sentAt = nanoTime.getAsLong();
        try {
            boolean held = claim.renew(grant, progress, metrics.waitingFor());
            metrics.renewal(held ? "renewed" : "lost", nanoTime.getAsLong() - sentAt);
            if (!held) {
                throw new ClaimLostException("the claim is another's: the renewal of " + grant + " matched no row");
            }
            if (!routingAnswers) {
                log.info("routing database answers again; lease renewed");
            }
            routingAnswers = true;
            renewedAt = sentAt;
            metrics.renewed(grant, sentAt);
        } catch (DataAccessException | TransactionException e) {
            metrics.renewal("unanswered", nanoTime.getAsLong() - sentAt);
            // From its end: an attempt may take longer than the time between two.
            lastAttemptAt = nanoTime.getAsLong();
            if (routingAnswers) {
                log.warn(
                        "routing database does not answer, the lease is not renewed: {}. The policy is to {}. Every batch is still fenced, and renewal is tried again",
                        NestedExceptionUtils.getMostSpecificCause(e).getMessage(),
                        settings.stopOnOutage() ? "stop when the lease is over" : "carry on");
                log.debug("the renewal that failed", e);
            }
            routingAnswers = false;
        }
    }

    private void enforcePolicy() {
        if (settings.stopOnOutage() && nanoTime.getAsLong() - renewedAt >= settings.lease().toNanos()) {
            throw new ClaimLostException(
                    "the lease is over, the routing database does not answer, and the policy is to stop");
        }
    }

    private void stopWhenPaused() {
        try {
            Optional<Pause> pause = routing.pause();
            if (pause.isPresent()) {
                throw new HandOverException("paused by " + pause.get().by() + ": " + pause.get().reason());
            }
        } catch (DataAccessException e) {
            log.debug("routing database does not answer about a pause", e);
        }
    }
}
