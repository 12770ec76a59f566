package io.galewatch.mover.audit;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** What the last audit of this box found; there at 0 from the start. */
final class AuditMetrics {

    private final Map<Finding.Kind, AtomicLong> findings = new EnumMap<>(Finding.Kind.class);
    private final AtomicLong finishedAt = new AtomicLong();

    AuditMetrics(MeterRegistry registry) {
        for (Finding.Kind kind : Finding.Kind.values()) {
            AtomicLong count = new AtomicLong();
            findings.put(kind, count);
            Gauge.builder("galewatch.audit.findings", count, AtomicLong::doubleValue).tag("kind",
                    kind.label()).description("What the last audit of this box found, by what is wrong").register(
                            registry);
        }
        Gauge.builder("galewatch.audit.finished.time", finishedAt, AtomicLong::doubleValue).baseUnit(
                "seconds").description(
                        "When the last audit of this box ended, since 1970; 0 when there was none").register(
                                registry);
    }

    void show(AuditReport report) {
        findings.forEach((kind, count) -> count.set(report.counts().getOrDefault(kind.label(), 0L)));
        finishedAt.set(report.finishedAt().getEpochSecond());
    }
}
