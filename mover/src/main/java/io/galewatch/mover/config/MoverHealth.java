package io.galewatch.mover.config;

import io.galewatch.mover.move.MoverMetrics;
import io.galewatch.routing.claim.Grant;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.stereotype.Component;

/**
 * The mover's own health: down for a holder that has got nowhere for longer than its lease. Not part of liveness or
 * readiness, so that no orchestrator restarts ingest for it.
 */
@Component("mover")
final class MoverHealth implements HealthIndicator {

    private final MoverMetrics mover;

    MoverHealth(MoverMetrics mover) {
        this.mover = mover;
    }

    @Override
    public Health health() {
        Grant grant = mover.grant();
        if (grant == null) {
            return Health.up().withDetail("claim", "not held").withDetail("lastError", mover.lastError()).build();
        }
        double idle = mover.secondsSinceProgress();
        boolean wedged = idle > grant.lease().toNanos() / 1e9;
        return (wedged ? Health.down() : Health.up()).withDetail("token", grant.token()).withDetail("secondsLeft",
                mover.secondsLeft()).withDetail("secondsSinceProgress", idle).withDetail("waitingFor",
                        mover.waitingFor()).withDetail("lastError", mover.lastError()).build();
    }
}
