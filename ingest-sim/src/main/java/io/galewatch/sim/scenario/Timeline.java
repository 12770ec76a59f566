package io.galewatch.sim.scenario;

import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What happens in a scenario, in order. Acts have a time in the story at which the lab does them; what must be seen is
 * waited for. A step without a time comes as soon as the one before it is over. Times are written {@code 22:24:10}.
 */
public final class Timeline {

    /** Something the lab does. */
    @FunctionalInterface
    public interface Deed {
        void run() throws Exception;
    }

    /** Something that must be seen: true as soon as it is. */
    @FunctionalInterface
    public interface Sight {
        boolean isThere() throws Exception;
    }

    /** What is told about a step when it is over. */
    @FunctionalInterface
    public interface Words {
        List<String> words() throws Exception;
    }

    /** The next of many rounds; empty when it was the last. */
    @FunctionalInterface
    public interface NextRound {
        Optional<Timeline> next() throws Exception;
    }

    /** What a step does. */
    sealed interface Body {

        /** Waits for its time, and does it. */
        record Act(Deed deed) implements Body {}

        /** Waits until it is seen. */
        record See(Sight sight) implements Body {}

        /** The same, and the story goes on from there: what was in between is left out. */
        record Resume(Sight sight) implements Body {}

        /** Looks once: it must be so now. */
        record Check(Sight sight) implements Body {}

        /** Plays further timelines, as long as there are any. */
        record Rounds(NextRound next) implements Body {}

        /** Only tells. */
        record Show() implements Body {}
    }

    /** One line of the timeline. */
    record Step(Optional<LocalTime> when, Actor actor, String what, Body body, Words words) {}

    private static final Words NOTHING_MORE = List::of;

    private final LocalTime start;
    private final List<Step> steps = new ArrayList<>();

    private Timeline(LocalTime start) {
        this.start = start;
    }

    public static Timeline from(String start) {
        return new Timeline(LocalTime.parse(start));
    }

    public Timeline act(String when, Actor actor, String what, Deed deed) {
        return add(Optional.of(when), actor, what, new Body.Act(deed), NOTHING_MORE);
    }

    public Timeline act(Actor actor, String what, Deed deed) {
        return add(Optional.empty(), actor, what, new Body.Act(deed), NOTHING_MORE);
    }

    /** The time is the story's; when it is seen here, it is seen. */
    public Timeline see(String when, Actor actor, String what, Sight sight) {
        return add(Optional.of(when), actor, what, new Body.See(sight), NOTHING_MORE);
    }

    public Timeline see(Actor actor, String what, Sight sight) {
        return add(Optional.empty(), actor, what, new Body.See(sight), NOTHING_MORE);
    }

    public Timeline see(String when, Actor actor, String what, Sight sight, Words words) {
        return add(Optional.of(when), actor, what, new Body.See(sight), words);
    }

    public Timeline see(Actor actor, String what, Sight sight, Words words) {
        return add(Optional.empty(), actor, what, new Body.See(sight), words);
    }

    /** Waits as {@code see} does, and sets the clock of the story to this time. */
    public Timeline resume(String when, Actor actor, String what, Sight sight) {
        return add(Optional.of(when), actor, what, new Body.Resume(sight), NOTHING_MORE);
    }

    public Timeline resume(String when, Actor actor, String what, Sight sight, Words words) {
        return add(Optional.of(when), actor, what, new Body.Resume(sight), words);
    }

    /** Plays rounds until there is no next one; their times go on from here. */
    public Timeline rounds(NextRound next) {
        return add(Optional.empty(), Actor.LAB, "", new Body.Rounds(next), NOTHING_MORE);
    }

    /** Looks once, without waiting. */
    public Timeline check(Actor actor, String what, Sight sight, Words words) {
        return add(Optional.empty(), actor, what, new Body.Check(sight), words);
    }

    public Timeline show(Actor actor, String what, Words words) {
        return add(Optional.empty(), actor, what, new Body.Show(), words);
    }

    private Timeline add(Optional<String> when, Actor actor, String what, Body body, Words words) {
        steps.add(new Step(when.map(LocalTime::parse), actor, what, body, words));
        return this;
    }

    LocalTime start() {
        return start;
    }

    List<Step> steps() {
        return List.copyOf(steps);
    }
}
