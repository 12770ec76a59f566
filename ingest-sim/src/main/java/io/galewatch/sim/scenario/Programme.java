package io.galewatch.sim.scenario;

import io.galewatch.sim.report.Report;
import io.galewatch.sim.report.SummaryTable;
import java.io.PrintWriter;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;

/** Prints a scenario for people: its title, a line for each event, and the verdict. */
final class Programme {

    private static final DateTimeFormatter WALL = DateTimeFormatter.ofPattern("HH:mm:ss.S");
    private static final String INDENT = " ".repeat(33);

    private final PrintWriter out;
    private final Palette palette;
    private final ZoneId zone;

    Programme(PrintWriter out, Palette palette, ZoneId zone) {
        this.out = out;
        this.palette = palette;
        this.zone = zone;
    }

    void title(String title, String summary) {
        out.println();
        out.println("  " + title + ": " + summary);
        out.println();
        out.println("  clock       story     who");
        out.flush();
    }

    void event(Event event) {
        String what = event.text();
        if (event.kind() == Event.Kind.MISSED) {
            what = palette.bad("NOT SEEN: " + what);
        }
        out.println("  %s  %s  %s %s".formatted(LocalTime.ofInstant(event.at(), zone).format(WALL), event.story(),
                palette.actor(event.actor(), "%-9s".formatted(event.actor())), what));
        event.details().forEach(detail -> out.println(INDENT + palette.actor(event.actor(), detail)));
        out.flush();
    }

    void verdict(Report report) {
        out.println();
        out.print(SummaryTable.of(report));
        out.flush();
    }
}
