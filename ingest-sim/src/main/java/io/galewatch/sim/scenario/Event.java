package io.galewatch.sim.scenario;

import java.time.Instant;
import java.util.List;

/**
 * One line of a played scenario, as it is printed and recorded.
 *
 * @param at      when it happened
 * @param story   when it happened in the story, {@code 22:25:44}
 * @param actor   {@code box-3}, {@code routing}, {@code lab}
 * @param details what belongs to it, a log line for example
 */
public record Event(Instant at, String story, String actor, Kind kind, String text, List<String> details) {

    /** What kind of line. */
    public enum Kind {
        /** The lab did something. */
        ACT,
        /** Something that had to be seen was seen. */
        SEEN,
        /** It was not, in time. */
        MISSED,
        /** Something to look at. */
        SHOWN
    }

    public Event {
        details = List.copyOf(details);
    }
}
