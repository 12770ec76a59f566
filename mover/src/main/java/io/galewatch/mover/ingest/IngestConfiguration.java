package io.galewatch.mover.ingest;

import io.galewatch.routing.db.ShardPools;
import io.galewatch.routing.fleet.FleetMap;
import io.galewatch.routing.map.ShardId;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Wires ingest: one queue and its writer per shard that has an address. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(IngestProperties.class)
class IngestConfiguration {

    @Bean
    BodyReader bodyReader(InstantSource clock, IngestProperties properties) {
        return new BodyReader(clock, properties);
    }

    @Bean
    Admission admission(IngestProperties properties) {
        return new Admission(properties.readingsUnderWay());
    }

    @Bean
    Ingest ingest(FleetMap fleet, @Qualifier("ingestPools") ShardPools pools, MeterRegistry registry,
            IngestProperties properties) {
        return open(fleet, pools, registry, properties, System::nanoTime);
    }

    static Ingest open(FleetMap fleet, ShardPools pools, MeterRegistry registry, IngestProperties properties,
            LongSupplier nanoTime) {
        IngestMetrics metrics = new IngestMetrics(registry, pools.shards());
        Map<ShardId, ShardWriter> writers = new TreeMap<>();
        for (ShardId shard : pools.shards()) {
            ParcelQueue queue = new ParcelQueue(properties.queueReadings());
            Breaker breaker = new Breaker(properties.downFor(), nanoTime);
            metrics.watch(shard, queue, breaker);
            Flusher flusher = new Flusher(shard, pools.of(shard), fleet, breaker, metrics, nanoTime);
            writers.put(shard, new ShardWriter(shard, queue, breaker, flusher, properties));
        }
        return new Ingest(fleet, writers, metrics, properties.patience(), nanoTime);
    }
}
