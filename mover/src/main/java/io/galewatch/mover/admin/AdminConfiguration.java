package io.galewatch.mover.admin;

import com.zaxxer.hikari.HikariDataSource;
import io.galewatch.routing.claim.Claim;
import io.galewatch.routing.db.ShardPools;
import io.galewatch.routing.table.MoverRequests;
import java.time.InstantSource;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** What the admin API is made of. */
@Configuration(proxyBeanMethods = false)
class AdminConfiguration implements WebMvcConfigurer {

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(new AdminLog()).addPathPatterns("/admin/**");
    }

    @Bean
    AllShards allShards(@Qualifier("readerPools") ShardPools shards) {
        return new AllShards(shards);
    }

    /** Read with the reader's rights: a status never takes anything. */
    @Bean
    RoutingFacts routingFacts(@Qualifier("routingReader") HikariDataSource routing) {
        return new RoutingFacts(routing, new Claim(routing, "mover"));
    }

    @Bean
    MoverRequests moverRequests(@Qualifier("routing") HikariDataSource routing) {
        return new MoverRequests(routing);
    }

    @Bean
    Rate rate(InstantSource clock) {
        return new Rate(clock);
    }
}
