package io.galewatch.sim.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The report, as scripts read it.
 *
 * @param lost       rows, as are {@code duplicated}, {@code misplaced}, {@code changed} and {@code unexpected}
 * @param seconds    from the request accepted to complete, by the routing database's clock
 * @param takeovers  grants after the first
 * @param displaced  turbines that have to move, by the lab's own arithmetic
 * @param problems   why the verdict is not "clean"
 */
public record Report(int schemaVersion, String scenario, long seed, String verdict, int exitCode, int turbines,
        long rowsSeeded, long acknowledged, long lost, long duplicated, long misplaced, long changed, long unexpected,
        long refused, Map<String, Long> retries, long displaced, long turbinesMoved, long rowsMoved, long bytesMoved,
        double seconds, int takeovers, Map<String, Long> fencedRejections, long setAside, double vacancySeconds,
        int boxes, int databases, double totalSeconds, List<String> problems) {

    public static final int SCHEMA_VERSION = 1;
    public static final String CLEAN = "clean";
    public static final String FAILED = "failed";

    /** The same with something wrong that the checker of readings could not know of. */
    public Report wrong(long moreLost, long moreDuplicated, String problem) {
        List<String> all = new ArrayList<>(problems);
        all.add(problem);
        return new Report(schemaVersion, scenario, seed, FAILED, 1, turbines, rowsSeeded, acknowledged, lost + moreLost,
                duplicated + moreDuplicated, misplaced, changed, unexpected, refused, retries, displaced, turbinesMoved,
                rowsMoved, bytesMoved, seconds, takeovers, fencedRejections, setAside, vacancySeconds, boxes, databases,
                totalSeconds, all);
    }
}
