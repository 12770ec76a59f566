package io.galewatch.mover.audit;

import com.zaxxer.hikari.HikariDataSource;
import io.galewatch.routing.claim.Claim;
import io.galewatch.routing.db.ShardPools;
import io.galewatch.routing.fleet.FleetMap;
import io.galewatch.routing.table.RoutingTable;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The audit, with the reader's rights. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(AuditProperties.class)
class AuditConfiguration {

    @Bean
    Audits audits(@Value("${galewatch.box}") String box, @Qualifier("readerPools") ShardPools shards,
            @Qualifier("routingReader") HikariDataSource routing, FleetMap fleetMap, AuditProperties settings,
            MeterRegistry registry, InstantSource clock) {
        return new Audits(box, shards, new RoutingTable(routing), new Claim(routing, "mover"), fleetMap, settings,
                new AuditMetrics(registry), clock);
    }
}
