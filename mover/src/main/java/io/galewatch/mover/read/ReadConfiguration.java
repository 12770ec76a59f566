package io.galewatch.mover.read;

import io.galewatch.routing.db.ShardPools;
import io.galewatch.routing.fleet.FleetMap;
import io.galewatch.routing.read.HistoryReader;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Wires reads. */
@Configuration(proxyBeanMethods = false)
class ReadConfiguration {

    @Bean
    HistoryReader historyReader(FleetMap fleet, @Qualifier("readerPools") ShardPools pools) {
        return new HistoryReader(fleet, pools);
    }
}
