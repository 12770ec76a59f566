package io.galewatch.mover.config;

import com.zaxxer.hikari.HikariDataSource;
import io.galewatch.mover.move.Interruption;
import io.galewatch.mover.move.MoveSettings;
import io.galewatch.mover.move.MoverLoop;
import io.galewatch.mover.move.MoverMetrics;
import io.galewatch.routing.claim.Claim;
import io.galewatch.routing.db.Credentials;
import io.galewatch.routing.db.FleetAddress;
import io.galewatch.routing.db.Role;
import io.galewatch.routing.db.ShardPools;
import io.galewatch.routing.fleet.FleetMap;
import io.galewatch.routing.table.RoutingTable;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.random.RandomGenerator;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The mover of this box: its claim, its settings, its loop. */
@Configuration(proxyBeanMethods = false)
class MoverConfiguration {

    /** Of one grant and shard: in each of two lanes a batch and what is read ahead, a vacuum, and one to spare for a probe. */
    private static final int SESSIONS_PER_SHARD = 6;

    @Bean
    Claim claim(@Qualifier("claim") HikariDataSource pool) {
        return new Claim(pool, "mover");
    }

    @Bean
    MoverMetrics moverMetrics(MeterRegistry registry, FleetAddress address) {
        return new MoverMetrics(registry, address.shards(), System::nanoTime);
    }

    @Bean
    MoveSettings moveSettings(BoxProperties box) {
        ClaimProperties claim = box.claim();
        MoveProperties move = box.move();
        return new MoveSettings(box.box(), claim.lease(), claim.poll(),
                claim.onRoutingOutage() == ClaimProperties.RoutingOutage.STOP, move.batchRows(), move.windowRows(),
                move.stepLimit(), move.sealLockTimeout(), move.maxRowsPerSecond(), move.maxConflicts(), move.attempts(),
                move.retryPause(), move.vacuumRows());
    }

    @Bean
    MoverLoop moverLoop(Claim claim, RoutingTable routing, @Qualifier("routing") HikariDataSource evidence,
            FleetMap fleetMap, MoveSettings settings, MoverMetrics metrics, FleetAddress address,
            Credentials credentials, FleetId fleetId, RandomGenerator random) {
        MoverLoop.SessionsOpener sessions = grant -> ShardPools.open(address, fleetId.value(), Role.MOVER, credentials,
                grant.sessionName(), SESSIONS_PER_SHARD, PoolLimits.mover(settings.stepLimit()));
        return new MoverLoop(claim, routing, evidence, fleetMap, sessions, settings, metrics, Interruption.none(),
                System::nanoTime, random);
    }
}
