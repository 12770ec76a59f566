package io.galewatch.mover.audit;

import io.galewatch.routing.claim.Claim;
import io.galewatch.routing.db.ShardPools;
import io.galewatch.routing.fleet.FleetMap;
import io.galewatch.routing.table.RoutingTable;
import jakarta.annotation.PreDestroy;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs audits on this box, one at a time, and remembers the last one. */
public final class Audits {

    private static final Logger log = LoggerFactory.getLogger(Audits.class);

    private final String box;
    private final ShardPools shards;
    private final RoutingTable routing;
    private final Claim claim;
    private final FleetMap fleetMap;
    private final AuditProperties settings;
    private final AuditMetrics metrics;
    private final InstantSource clock;
    private final ReentrantLock running = new ReentrantLock();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final AtomicReference<@Nullable AuditReport> last = new AtomicReference<>();

    /**
     * @param box this box's name
     * @param shards pools with the reader's rights
     */
    Audits(String box, ShardPools shards, RoutingTable routing, Claim claim, FleetMap fleetMap,
            AuditProperties settings, AuditMetrics metrics, InstantSource clock) {
        this.box = box;
        this.shards = shards;
        this.routing = routing;
        this.claim = claim;
        this.fleetMap = fleetMap;
        this.settings = settings;
        this.metrics = metrics;
        this.clock = clock;
    }

    /**
     * Audits all shards. Takes as long as it takes: about a millisecond for each turbine, and for each silence of the given
     * length that fits into a history some ten microseconds.
     *
     * @param gap a silence longer than this is reported; empty for the configured one, zero to look for none
     * @return empty when an audit is running on this box already
     * @throws CancellationException the box is shutting down
     */
    public Optional<AuditReport> run(Optional<Duration> gap) {
        if (!running.tryLock()) {
            return Optional.empty();
        }
        try {
            AuditReport report = new Audit(shards, routing, claim, fleetMap, settings, this::rest).run(box,
                    gap.orElse(settings.gap()), clock);
            last.set(report);
            metrics.show(report);
            if (report.clean()) {
                log.info("audit: {} turbines on {} shards, nothing found", report.turbines(), report.shards());
            } else {
                log.error("audit: NOT CLEAN: {} of {} turbines, not answering: {}", report.counts(), report.turbines(),
                        report.unreachable());
            }
            return Optional.of(report);
        } finally {
            running.unlock();
        }
    }

    /** The last audit of this box since it started. */
    public Optional<AuditReport> last() {
        return Optional.ofNullable(last.get());
    }

    private void rest(Duration time) {
        try {
            if (closing.await(time.toNanos(), TimeUnit.NANOSECONDS)) {
                throw new CancellationException("the box is shutting down");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        }
    }

    @PreDestroy
    void close() {
        closing.countDown();
    }
}
