package io.galewatch.sim.scenario;

import io.galewatch.sim.report.Report;
import java.util.Optional;

/** Who is told what happens: the terminal, and the record if one is kept. */
final class Audience implements AutoCloseable {

    private final Programme programme;
    private final Optional<EventLog> record;

    Audience(Programme programme, Optional<EventLog> record) {
        this.programme = programme;
        this.record = record;
    }

    void title(String title, String summary) {
        programme.title(title, summary);
        record.ifPresent(log -> log.write(new EventLog.Title(title, summary)));
    }

    void event(Event event) {
        programme.event(event);
        record.ifPresent(log -> log.write(new EventLog.Happened(event)));
    }

    void verdict(Report report) {
        programme.verdict(report);
        record.ifPresent(log -> log.write(new EventLog.Judged(report)));
    }

    @Override
    public void close() {
        record.ifPresent(EventLog::close);
    }
}
