package io.galewatch.mover.ingest;

import io.galewatch.routing.map.ShardId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Group commit for one shard: readings of many requests wait in one bounded queue, and a few flushers each store as many
 * as fit into one transaction. While a flush is under way the next group gathers, so groups grow with the load and a lone
 * reading waits for nobody.
 */
final class ShardWriter implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(ShardWriter.class);

    private static final Duration LAST_FLUSHES = Duration.ofSeconds(5);

    private final ShardId shard;
    private final ParcelQueue queue;
    private final Breaker breaker;
    private final Flusher flusher;
    private final int flushReadings;
    private final List<Thread> threads = new ArrayList<>();

    ShardWriter(ShardId shard, ParcelQueue queue, Breaker breaker, Flusher flusher, IngestProperties properties) {
        this.shard = shard;
        this.queue = queue;
        this.breaker = breaker;
        this.flusher = flusher;
        this.flushReadings = properties.flushReadings();
        for (int i = 1; i <= properties.flushers(); i++) {
            // Platform threads: a virtual one would be parked and woken for every buffer of an answer.
            threads.add(Thread.ofPlatform().name("ingest-" + shard + "-" + i).daemon().start(this::work));
        }
    }

    /**
     * Queues readings of one request, all of them or none. Never waits.
     *
     * @return why not, or nothing when they are queued
     */
    Optional<Verdict> submit(List<Parcel> parcels) {
        if (!breaker.allows()) {
            return Optional.of(Verdict.UNAVAILABLE);
        }
        return queue.offer(parcels) ? Optional.empty() : Optional.of(Verdict.OVERLOADED);
    }

    int flushReadings() {
        return flushReadings;
    }

    private void work() {
        try {
            List<Parcel> parcels = queue.take(flushReadings);
            while (!parcels.isEmpty()) {
                flush(parcels);
                parcels = queue.take(flushReadings);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        refuse(queue.drain());
    }

    /** Whatever happens, nobody waits for these any more, and this thread goes on. */
    private void flush(List<Parcel> parcels) {
        try {
            flusher.flush(parcels);
            if (breaker.isDown()) {
                // Those who came before the shard was known to be down need not each find out for themselves.
                refuse(queue.drain());
            }
        } catch (RuntimeException e) {
            log.error("storing {} readings on {} failed in an unexpected way", Flusher.readings(parcels).size(), shard,
                    e);
            parcels.forEach(
                    parcel -> parcel.delivery().complete(Delivery.Done.all(Verdict.REFUSED, parcel.size())));
        }
    }

    private static void refuse(List<Parcel> parcels) {
        parcels.forEach(
                parcel -> parcel.delivery().complete(Delivery.Done.all(Verdict.UNAVAILABLE, parcel.size())));
    }

    /** Stores what is queued, and stops. */
    @Override
    public void close() {
        queue.close();
        try {
            for (Thread thread : threads) {
                if (!thread.join(LAST_FLUSHES)) {
                    log.warn("{} still stores readings after {}; giving up on them", shard, LAST_FLUSHES);
                    thread.interrupt();
                }
            }
        } catch (InterruptedException e) {
            threads.forEach(Thread::interrupt);
            Thread.currentThread().interrupt();
        }
    }
}
