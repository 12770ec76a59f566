package io.galewatch.mover.move;

import java.util.Map;

/** One line for each of the mover's meters, as a scrape shows it. docs/metrics.md says more. */
final class MeterDescriptions {

    private static final Map<String, String> LINES = Map.ofEntries(
            Map.entry("galewatch.claim.held", "1 while this box holds the claim, as far as it knows"),
            Map.entry("galewatch.claim.token", "Fencing token of this box's grant, 0 for none"),
            Map.entry("galewatch.claim.seconds.left",
                    "Seconds left of this box's lease by its own monotonic clock, negative when over; 0 when it holds none"),
            Map.entry("galewatch.claim.paused",
                    "1 while this box would compete for the claim and an operator's pause forbids it"),
            Map.entry("galewatch.claim.renewal", "Time of a lease renewal"),
            Map.entry("galewatch.claim.renewals", "Lease renewals by outcome"),
            Map.entry("galewatch.claim.takeovers", "Grants that this box won, by why the claim was free"),
            Map.entry("galewatch.claim.token.regressions",
                    "Times the claim was ours under a token that a shard had already passed"),
            Map.entry("galewatch.claim.vacancy.seconds", "Time between the end of a grant that ran out and this box's"),
            Map.entry("galewatch.fence.token", "Token to which this box last raised a shard's fence"),
            Map.entry("galewatch.fence.seals", "Attempts to raise a shard's fence by outcome"),
            Map.entry("galewatch.fence.evictions", "Sessions of earlier grants that this box ended on a shard"),
            Map.entry("galewatch.map.epoch", "Epoch to which this box, as holder, last brought a shard"),
            Map.entry("galewatch.mover.batch", "Time of one batch or window"),
            Map.entry("galewatch.mover.bytes", "Bytes copied to a shard"),
            Map.entry("galewatch.mover.conflicts",
                    "Readings kept as conflicts, because a shard held other values under their key"),
            Map.entry("galewatch.mover.fenced.rejections",
                    "Batches of this box that a shard refused because a newer grant had sealed it"),
            Map.entry("galewatch.mover.rows", "Rows copied to, verified on or deleted from a shard"),
            Map.entry("galewatch.mover.shard.left.alone",
                    "1 while this box, as holder, leaves a shard alone because it does not do what is asked"),
            Map.entry("galewatch.mover.vacuums", "Vacuums of readings after deletes, by outcome"),
            Map.entry("galewatch.mover.seconds.since.progress",
                    "Seconds since this box's mover got somewhere; 0 when it holds no claim"),
            Map.entry("galewatch.mover.turbines", "Turbines of the holder's plan by where they stand"));

    private MeterDescriptions() {}

    static String of(String meter) {
        String line = LINES.get(meter);
        if (line == null) {
            throw new IllegalArgumentException("the meter " + meter + " has no description");
        }
        return line;
    }
}
