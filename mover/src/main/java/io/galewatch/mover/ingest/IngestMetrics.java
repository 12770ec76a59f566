package io.galewatch.mover.ingest;

import io.galewatch.routing.map.ShardId;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** Meters of ingest. All of them are there from the start, at 0, so that a rate can be taken of the first event too. */
final class IngestMetrics {

    private final MeterRegistry registry;
    private final Map<ShardId, OfShard> shards = new TreeMap<>();

    private record OfShard(Map<Verdict, Counter> readings, Counter staleMap, Counter stray, Counter contradiction,
            Timer flush, DistributionSummary group) {}

    IngestMetrics(MeterRegistry registry, List<ShardId> shards) {
        this.registry = registry;
        shards.forEach(shard -> this.shards.put(shard, register(shard)));
    }

    private OfShard register(ShardId shard) {
        Map<Verdict, Counter> readings = new EnumMap<>(Verdict.class);
        for (Verdict verdict : Verdict.values()) {
            readings.put(verdict, Counter.builder("galewatch.ingest.readings").description(
                    "Readings by what became of them").tags("shard", shard.name(), "outcome", verdict.code()).register(
                            registry));
        }
        return new OfShard(readings,
                counter("galewatch.ingest.stale.map", "Transactions a shard refused because it obeys a newer map",
                        shard),
                counter("galewatch.ingest.strays", "Transactions a shard refused because it is not a reading's home",
                        shard),
                counter("galewatch.ingest.map.contradictions", "One epoch found to stand for two maps", shard),
                Timer.builder("galewatch.ingest.flush").description(
                        "One transaction of readings").tag("shard", shard.name()).serviceLevelObjectives(
                                Duration.ofMillis(1), Duration.ofMillis(5), Duration.ofMillis(20),
                                Duration.ofMillis(100),
                                Duration.ofMillis(500), Duration.ofSeconds(2)).register(registry),
                DistributionSummary.builder("galewatch.ingest.flush.readings").description(
                        "Readings of one transaction").tag("shard", shard.name()).register(registry));
    }

    private Counter counter(String name, String description, ShardId shard) {
        return Counter.builder(name).description(description).tag("shard", shard.name()).register(registry);
    }

    /** Shows a shard's queue and whether it is being left alone. */
    void watch(ShardId shard, ParcelQueue queue, Breaker breaker) {
        Gauge.builder("galewatch.ingest.queue.readings", queue, ParcelQueue::size).description(
                "Readings waiting for a shard").tag("shard", shard.name()).register(registry);
        Gauge.builder("galewatch.ingest.shard.down", breaker, b -> b.isDown() ? 1 : 0).description(
                "Whether a shard is left alone because it did not answer").tag("shard", shard.name()).register(
                        registry);
    }

    void became(Ruling ruling, long readings) {
        Objects.requireNonNull(of(ruling.shard()).readings.get(ruling.verdict())).increment(readings);
    }

    void staleMap(ShardId shard) {
        of(shard).staleMap.increment();
    }

    void stray(ShardId shard) {
        of(shard).stray.increment();
    }

    void contradiction(ShardId shard) {
        of(shard).contradiction.increment();
    }

    void flushed(ShardId shard, long nanos, int readings) {
        of(shard).flush.record(nanos, TimeUnit.NANOSECONDS);
        of(shard).group.record(readings);
    }

    /** A shard without an address here, which a newer map can name, gets its meters when it is first met. */
    private synchronized OfShard of(ShardId shard) {
        return shards.computeIfAbsent(shard, this::register);
    }
}
