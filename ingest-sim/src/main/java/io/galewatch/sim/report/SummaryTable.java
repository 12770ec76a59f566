package io.galewatch.sim.report;

import io.galewatch.sim.checker.Findings;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** The same for people. */
public final class SummaryTable {

    private SummaryTable() {}

    public static String of(Report report) {
        Map<String, String> lines = new LinkedHashMap<>();
        lines.put("scenario", report.scenario() + ", seed " + report.seed());
        lines.put("fleet", "%d boxes, %d databases, %d turbines".formatted(report.boxes(), report.databases(),
                report.turbines()));
        lines.put("rows seeded", number(report.rowsSeeded()));
        lines.put("readings acknowledged", number(report.acknowledged()));
        lines.put("lost", number(report.lost()));
        lines.put("duplicated", number(report.duplicated()));
        lines.put("misplaced", number(report.misplaced()));
        lines.put("changed", number(report.changed()));
        lines.put("unexpected (answer lost)", number(report.unexpected()));
        lines.put("turbines moved", "%d of %d displaced, %d set aside".formatted(report.turbinesMoved(),
                report.displaced(), report.setAside()));
        lines.put("rows moved", number(report.rowsMoved()));
        lines.put("bytes moved", "%.1f MB".formatted(report.bytesMoved() / 1e6));
        lines.put("rebalance took", "%.1f s".formatted(report.seconds()));
        lines.put("takeovers", "%d, vacant for %.1f s".formatted(report.takeovers(), report.vacancySeconds()));
        lines.put("fenced rejections",
                report.fencedRejections().isEmpty() ? "0" : report.fencedRejections().toString());
        lines.put("attempts repeated", report.retries().isEmpty() ? "0" : report.retries().toString());
        lines.put("verdict", report.verdict());
        return table(lines) + problems(report);
    }

    public static String of(Findings findings) {
        Map<String, String> lines = new LinkedHashMap<>();
        lines.put("turbines", number(findings.turbines()));
        lines.put("rows promised", number(findings.expected()));
        lines.put("lost", number(findings.lost()));
        lines.put("duplicated", number(findings.duplicated()));
        lines.put("misplaced", number(findings.misplaced()));
        lines.put("changed", number(findings.changed()));
        lines.put("unexpected (answer lost)", number(findings.unexpected()));
        lines.put("verdict", findings.clean() ? Report.CLEAN : Report.FAILED);
        return table(lines);
    }

    private static String problems(Report report) {
        StringBuilder text = new StringBuilder();
        report.problems().forEach(problem -> text.append("  ! ").append(problem).append('\n'));
        return text.toString();
    }

    private static String table(Map<String, String> lines) {
        StringBuilder text = new StringBuilder();
        lines.forEach((name, value) -> text.append("  %-26s %s%n".formatted(name, value)));
        return text.toString();
    }

    private static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }
}
