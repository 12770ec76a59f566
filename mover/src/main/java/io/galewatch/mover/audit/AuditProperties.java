package io.galewatch.mover.audit;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How an audit goes about it.
 *
 * @param gap a silence longer than this inside a turbine's history is reported; zero looks for none. Also the cost: a
 *   history takes one index probe for each such time
 * @param page turbines between two rests
 * @param rest between two pages, so that an audit takes no more of a shard than it must
 */
@ConfigurationProperties("galewatch.audit")
public record AuditProperties(@DefaultValue("24h") Duration gap, @DefaultValue("100") int page,
        @DefaultValue("20ms") Duration rest) {

    public AuditProperties {
        between("gap", gap, Duration.ZERO, Duration.ofDays(3650));
        between("rest", rest, Duration.ZERO, Duration.ofSeconds(10));
        if (page < 1 || page > 10_000) {
            throw new IllegalArgumentException("galewatch.audit.page is " + page + "; it must be from 1 to 10000");
        }
    }

    private static void between(String name, Duration value, Duration least, Duration most) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw new IllegalArgumentException("galewatch.audit." + name + " is " + value + "; it must be from "
                    + least + " to " + most);
        }
    }
}
