package io.galewatch.sim.scenario;

import io.galewatch.sim.scenario.Timeline.Body;
import io.galewatch.sim.scenario.Timeline.Step;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Plays a timeline: does each act at its time, waits for each sight, and tells what happens. */
final class Player {

    private static final DateTimeFormatter STORY = DateTimeFormatter.ofPattern("HH:mm:ss");
    private static final long LOOK_AGAIN_MILLIS = 10;

    private final TimeScale scale;
    private final Duration patience;
    private final InstantSource clock;
    private final Consumer<Event> audience;
    private final CountDownLatch never = new CountDownLatch(1);

    /** @param patience how long one sight is waited for */
    Player(TimeScale scale, Duration patience, InstantSource clock, Consumer<Event> audience) {
        this.scale = scale;
        this.patience = patience;
        this.clock = clock;
        this.audience = audience;
    }

    /** Returns what was not seen in time, if anything: the timeline ends there. */
    Optional<String> play(Timeline timeline) throws Exception {
        return play(timeline, new StoryClock(scale, timeline.start(), System::nanoTime));
    }

    private Optional<String> play(Timeline timeline, StoryClock story) throws Exception {
        for (Step step : timeline.steps()) {
            if (step.body() instanceof Body.Rounds(Timeline.NextRound rounds)) {
                Optional<String> missed = playAll(rounds, story);
                if (missed.isPresent()) {
                    return missed;
                }
            } else if (!take(step, story)) {
                boolean once = step.body() instanceof Body.Check;
                String how = once ? "it is not so" : "not seen within %d s".formatted(patience.toSeconds());
                List<String> details = new ArrayList<>(List.of(how));
                if (once) {
                    details.addAll(step.words().words());
                }
                tell(story, step, Event.Kind.MISSED, details);
                return Optional.of("%s: %s %s".formatted(how, name(step), step.what()));
            }
        }
        return Optional.empty();
    }

    private Optional<String> playAll(Timeline.NextRound rounds, StoryClock story) throws Exception {
        for (Optional<Timeline> round = rounds.next(); round.isPresent(); round = rounds.next()) {
            Optional<String> missed = play(round.get(), story);
            if (missed.isPresent()) {
                return missed;
            }
        }
        return Optional.empty();
    }

    private boolean take(Step step, StoryClock story) throws Exception {
        switch (step.body()) {
            case Body.Act(Timeline.Deed deed) -> {
                if (step.when().isPresent()) {
                    never.await(story.until(step.when().get()).toNanos(), TimeUnit.NANOSECONDS);
                }
                LocalTime begun = story.now();
                Instant at = clock.instant();
                deed.run();
                tell(at, begun, step, Event.Kind.ACT, step.words().words());
            }
            case Body.See(Timeline.Sight sight) -> {
                if (!seen(sight)) {
                    return false;
                }
                tell(story, step, Event.Kind.SEEN, step.words().words());
            }
            case Body.Resume(Timeline.Sight sight) -> {
                if (!seen(sight)) {
                    return false;
                }
                step.when().ifPresent(story::set);
                tell(story, step, Event.Kind.SEEN, step.words().words());
            }
            case Body.Check(Timeline.Sight sight) -> {
                if (!sight.isThere()) {
                    return false;
                }
                tell(story, step, Event.Kind.SEEN, step.words().words());
            }
            case Body.Rounds rounds -> throw new IllegalStateException("rounds are played one by one");
            case Body.Show() -> tell(story, step, Event.Kind.SHOWN, step.words().words());
        }
        return true;
    }

    private boolean seen(Timeline.Sight sight) throws Exception {
        long deadline = System.nanoTime() + patience.toNanos();
        while (!isThere(sight)) {
            if (System.nanoTime() - deadline >= 0) {
                return false;
            }
            never.await(LOOK_AGAIN_MILLIS, TimeUnit.MILLISECONDS);
        }
        return true;
    }

    /** Databases go away in scenarios; what cannot be asked now is not seen now. */
    private static boolean isThere(Timeline.Sight sight) throws Exception {
        try {
            return sight.isThere();
        } catch (Unanswered | SQLException | IOException notNow) {
            return false;
        }
    }

    private void tell(StoryClock story, Step step, Event.Kind kind, List<String> details) {
        tell(clock.instant(), story.now(), step, kind, details);
    }

    private void tell(Instant at, LocalTime story, Step step, Event.Kind kind, List<String> details) {
        audience.accept(
                new Event(at, story.format(STORY), name(step), kind, step.what(), details));
    }

    private static String name(Step step) {
        return step.actor().name().get();
    }
}
