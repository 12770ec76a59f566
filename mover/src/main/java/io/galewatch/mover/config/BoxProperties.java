package io.galewatch.mover.config;

import java.time.Duration;
import java.util.regex.Pattern;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What one box is and how it works.
 *
 * @param box its name, in claims, logs and metrics
 * @param startupWait how long a start waits for the first database that can say which fleet this is
 */
@ConfigurationProperties("galewatch")
public record BoxProperties(@DefaultValue("") String box, @DefaultValue Admin admin, @DefaultValue Map map,
        @DefaultValue ClaimProperties claim, @DefaultValue MoveProperties move,
        @DefaultValue("60s") Duration startupWait) {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,32}");

    public BoxProperties {
        Setting.text("box", box);
        if (!NAME.matcher(box).matches()) {
            throw Setting.refused("box", "\"" + box + "\"", "1 to 32 of the characters A-Z a-z 0-9 . _ -");
        }
        Setting.between("startup-wait", startupWait, Duration.ZERO, Duration.ofHours(1));
        checkThatAStepFitsTheLease(claim, move);
    }

    /**
     * A holder renews when a third of its lease is gone, after the step in hand; that step at its longest, and then a
     * connect and a transaction at theirs, must end well inside the lease.
     */
    private static void checkThatAStepFitsTheLease(ClaimProperties claim, MoveProperties move) {
        Duration worst = claim.lease().dividedBy(3).plus(move.stepLimit()).plus(claim.timeout().multipliedBy(2));
        Duration allowed = claim.lease().multipliedBy(9).dividedBy(10);
        if (worst.compareTo(allowed) > 0) {
            throw new StartRefusedException(
                    "A renewal could come too late: a third of galewatch.claim.lease (%s) + galewatch.move.step-limit (%s) + twice galewatch.claim.timeout (%s) is %s, which must be at most nine tenths of the lease, %s.".formatted(
                            Setting.shown(claim.lease()), Setting.shown(move.stepLimit()),
                            Setting.shown(claim.timeout()), Setting.shown(worst), Setting.shown(allowed)),
                    "Make galewatch.claim.lease longer, or galewatch.move.step-limit or galewatch.claim.timeout shorter.");
        }
    }

    /** Who may use the admin API. */
    public record Admin(@DefaultValue("") String username, @DefaultValue("") String password) {

        public Admin {
            Setting.text("admin.username", username);
            Setting.secret("admin.password", password);
        }

        @Override
        public String toString() {
            return "Admin[" + username + "]";
        }
    }

    /**
     * How the map is followed.
     *
     * @param refresh how often the newest map is asked for
     */
    public record Map(@DefaultValue("1s") Duration refresh) {

        public Map {
            Setting.between("map.refresh", refresh, Duration.ofMillis(100), Duration.ofMinutes(1));
        }
    }
}
