package io.galewatch.mover.audit;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an audit came to.
 *
 * @param clean whether it found nothing, and every database answered
 * @param complete whether everything is said to be at home; false while a rebalance is under way, null when the routing
 *   database did not answer
 * @param gap the longest silence that is not reported, as ISO 8601; null when gaps were not looked for
 * @param turbines how many were looked at
 * @param counts findings by kind, each kind named
 * @param findings the first {@link #LISTED} of each kind
 * @param unreachable databases that did not answer, so that what they hold is not known
 */
public record AuditReport(String box, Instant startedAt, Instant finishedAt, boolean clean, long epoch, int shards,
        @Nullable Boolean complete, @Nullable String gap, long turbines, Map<String, Long> counts,
        List<Listed> findings, List<String> unreachable) {

    /** Most findings of a kind that are listed; the rest is counted. */
    public static final int LISTED = 500;

    /** A finding, its kind by label. */
    public record Listed(String kind, @Nullable String turbine, @Nullable String shard, String detail) {

        static Listed of(Finding finding) {
            return new Listed(finding.kind().label(), finding.turbine(), finding.shard(), finding.detail());
        }
    }

    /** For a terminal. */
    public String table() {
        StringBuilder text = new StringBuilder();
        text.append("audit by %s of epoch %d (%d shards%s): %d turbines, %s to %s%n".formatted(box, epoch, shards,
                complete == null ? ", routing database does not answer" : complete ? "" : ", a rebalance is under way",
                turbines, startedAt, finishedAt));
        unreachable.forEach(database -> text.append("  ! %s does not answer: what it holds is not known%n".formatted(
                database)));
        counts.forEach((kind, count) -> text.append("  %-22s %d%n".formatted(kind, count)));
        for (Listed finding : findings) {
            text.append("  %-22s %-14s %-10s %s%n".formatted(finding.kind(), orDash(finding.turbine()),
                    orDash(finding.shard()), finding.detail()));
        }
        return text.append(clean ? "nothing found\n" : "NOT CLEAN\n").toString();
    }

    private static String orDash(@Nullable String text) {
        return text == null ? "-" : text;
    }
}
