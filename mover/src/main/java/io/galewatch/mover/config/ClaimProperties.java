package io.galewatch.mover.config;

import java.time.Duration;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How the right to move is held.
 *
 * @param lease how long without renewal until another box may take the claim
 * @param poll how often a candidate looks, give or take its jitter
 * @param timeout for each connect and each transaction at the routing database
 * @param onRoutingOutage what a holder does while the routing database does not answer
 */
public record ClaimProperties(@DefaultValue("60s") Duration lease, @DefaultValue("2s") Duration poll,
        @DefaultValue("2s") Duration timeout, @DefaultValue("carry-on") RoutingOutage onRoutingOutage) {

    public ClaimProperties {
        Setting.between("claim.lease", lease, Duration.ofSeconds(5), Duration.ofHours(1));
        Setting.between("claim.poll", poll, Duration.ofMillis(100), Duration.ofMinutes(5));
        Setting.between("claim.timeout", timeout, Duration.ofMillis(500), Duration.ofMinutes(1));
        if (poll.compareTo(lease) >= 0) {
            throw Setting.refused("claim.poll", Setting.shown(poll),
                    "shorter than galewatch.claim.lease (" + Setting.shown(lease) + ")");
        }
    }

    /** What a holder does that cannot renew. */
    public enum RoutingOutage {
        /** It goes on: the fence makes it harmless, should another have taken over. */
        CARRY_ON,
        /** It stops when its lease may be over. */
        STOP
    }
}
