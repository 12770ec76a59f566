package io.galewatch.sim.lab;

import io.galewatch.sim.bench.Measured;
import java.util.List;
import java.util.Locale;

/**
 * What the ingest benchmark found.
 *
 * @param movingToIdle p99.9 at the fleet's rate during a rebalance, as a multiple of the idle one
 */
record IngestBenchResult(List<IngestBench.Line> lines, List<Ratio> ratios, double movingToIdle) {

    private static final String COLUMNS = "%-58s %11s %9s %9s %9s %9s%n";

    /** Readings per second through the API as a share of the same call, and of a plain insert, by JDBC. */
    record Ratio(int batch, double ofCall, double ofPlain) {}

    boolean targetsMet() {
        return movingToIdle <= IngestBench.TARGET_OF_IDLE
                && ratios.stream().allMatch(ratio -> ratio.ofCall() >= IngestBench.TARGET_OF_STRAIGHT);
    }

    String table() {
        StringBuilder text = new StringBuilder(COLUMNS.formatted("", "readings/s", "p50 ms", "p99 ms", "p99.9 ms",
                "max ms"));
        lines.forEach(line -> text.append(text(line)).append(System.lineSeparator()));
        for (Ratio ratio : ratios) {
            text.append(
                    "API of the same call by JDBC, %,d a request: %.2f (target at least %.2f: %s); of a plain insert: %.2f%n".formatted(
                            ratio.batch(), ratio.ofCall(), IngestBench.TARGET_OF_STRAIGHT,
                            verdict(ratio.ofCall() >= IngestBench.TARGET_OF_STRAIGHT), ratio.ofPlain()));
        }
        return text.append("p99.9 at %d/s, rebalance to idle: %.2f (target at most %.1f: %s)%n".formatted(
                IngestBench.FLEET_RATE, movingToIdle, IngestBench.TARGET_OF_IDLE,
                verdict(movingToIdle <= IngestBench.TARGET_OF_IDLE))).toString();
    }

    static String text(IngestBench.Line line) {
        Measured m = line.measured();
        return String.format(Locale.ROOT, "%-58s %,11.0f %9.2f %9.2f %9.2f %9.2f%s", line.what(), m.readingsPerSecond(),
                m.p50(), m.p99(), m.p999(), m.most(), m.failures().isEmpty() ? "" : "  not taken: " + m.failures());
    }

    private static String verdict(boolean met) {
        return met ? "met" : "MISSED";
    }
}
