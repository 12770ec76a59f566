package io.galewatch.sim.bench;

import java.util.Locale;

/**
 * How long it took to bring turbines from one database to another, in seconds.
 *
 * @param whole from the first row read to the last one deleted; less than the sum of the others where these overlap
 */
public record MoveTimes(String what, long rows, double copy, double verify, double delete, double whole) {

    private static final String COLUMNS = "%-30s %12s %12s %12s %12s %9s";

    public static String head() {
        return COLUMNS.formatted("rows/s", "copy", "verify", "delete", "whole", "MB/s");
    }

    /** How fast it was, as a share of another way. */
    public double speedOf(MoveTimes other) {
        return other.whole() / other.rows() / (whole / rows);
    }

    /** @param bytes of all rows together */
    public String line(long bytes) {
        return COLUMNS.formatted(what, rate(copy), rate(verify), rate(delete), rate(whole),
                String.format(Locale.ROOT, "%.1f", bytes / 1e6 / whole));
    }

    private String rate(double seconds) {
        return String.format(Locale.ROOT, "%,.0f", rows / seconds);
    }
}
