package io.galewatch.mover.metrics;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.metrics.micrometer.MicrometerMetricsTrackerFactory;
import io.galewatch.mover.config.BoxProperties;
import io.galewatch.routing.db.ShardPools;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheus.PrometheusConfig;
import io.micrometer.prometheus.PrometheusMeterRegistry;
import io.prometheus.client.exporter.common.TextFormat;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.boot.micrometer.metrics.autoconfigure.MeterRegistryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * The registry of {@code io.micrometer.prometheus} (simpleclient) and its endpoint. Spring Boot configures the other
 * Prometheus registry only, so this one is made here.
 */
@Configuration(proxyBeanMethods = false)
class PrometheusConfiguration {

    @Bean
    PrometheusMeterRegistry prometheusMeterRegistry() {
        return new PrometheusMeterRegistry(PrometheusConfig.DEFAULT).throwExceptionOnRegistrationFailure();
    }

    @Bean
    MeterRegistryCustomizer<MeterRegistry> boxTag(BoxProperties box) {
        return registry -> registry.config().commonTags("box", box.box());
    }

    @Bean
    Scrape prometheusEndpoint(PrometheusMeterRegistry registry) {
        return new Scrape(registry);
    }

    @Bean
    PoolMetrics poolMetrics(MeterRegistry registry, List<HikariDataSource> pools, List<ShardPools> shardPools) {
        return new PoolMetrics(registry, pools, shardPools);
    }

    /** {@code GET /actuator/prometheus}. */
    @WebEndpoint(id = "prometheus", defaultAccess = Access.READ_ONLY)
    record Scrape(PrometheusMeterRegistry registry) {

        @ReadOperation(produces = TextFormat.CONTENT_TYPE_004)
        public String scrape() {
            return registry.scrape(TextFormat.CONTENT_TYPE_004);
        }
    }

    /** Pools are open before there is a registry; they are given it before the first call comes in. */
    static final class PoolMetrics {

        PoolMetrics(MeterRegistry registry, List<HikariDataSource> pools, List<ShardPools> shardPools) {
            Stream.concat(pools.stream(), shardPools.stream().flatMap(shards -> shards.all().stream())).forEach(
                    pool -> pool.setMetricsTrackerFactory(new MicrometerMetricsTrackerFactory(registry)));
        }
    }
}
