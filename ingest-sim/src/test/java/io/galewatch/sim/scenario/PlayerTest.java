package io.galewatch.sim.scenario;

import static io.galewatch.sim.scenario.Actor.FLEET;
import static io.galewatch.sim.scenario.Actor.LAB;
import static org.assertj.core.api.Assertions.assertThat;

import io.galewatch.sim.scenario.Event.Kind;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PlayerTest {

    private final List<Event> told = new ArrayList<>();
    private final Player player = new Player(new TimeScale(0.001), Duration.ofMillis(200), InstantSource.system(),
            told::add);

    @Test
    void doesEachActAtItsTimeAndInItsOrder() throws Exception {
        List<String> done = new ArrayList<>();
        Optional<String> missed = player.play(
                Timeline.from("21:40:00").act("21:40:30", LAB, "first", () -> done.add("first")).resume("22:24:10",
                        FLEET, "then", () -> done.add("then")).act("22:24:20", LAB, "last", () -> done.add("last")));
        assertThat(missed).isEmpty();
        assertThat(done).containsExactly("first", "then", "last");
        assertThat(told).extracting(Event::kind).containsExactly(Kind.ACT, Kind.SEEN, Kind.ACT);
        assertThat(told.get(0).story()).as("not before its time").isGreaterThanOrEqualTo("21:40:30");
        assertThat(told.get(1).story()).as("the story goes on from here").startsWith("22:24");
        assertThat(told.get(2).story()).isGreaterThanOrEqualTo("22:24:20");
    }

    @Test
    void endsAtWhatIsNotSeen() throws Exception {
        Optional<String> missed = player.play(Timeline.from("00:00:00").see(FLEET, "a white raven", () -> false).act(
                LAB, "too late", () -> told.clear()));
        assertThat(missed).hasValueSatisfying(what -> assertThat(what).contains("not seen", "fleet", "a white raven"));
        assertThat(told).extracting(Event::kind).containsExactly(Kind.MISSED);
    }

    @Test
    void aCheckIsNotWaitedFor() throws Exception {
        AtomicInteger looks = new AtomicInteger();
        assertThat(player.play(Timeline.from("00:00:00").check(FLEET, "so",
                () -> looks.incrementAndGet() > 1, () -> List.of("words")))).isPresent();
        assertThat(looks).hasValue(1);
        assertThat(told.getFirst().details()).contains("words");
    }

    @Test
    void aDatabaseThatDoesNotAnswerIsAskedAgain() throws Exception {
        AtomicInteger looks = new AtomicInteger();
        assertThat(player.play(Timeline.from("00:00:00").see(FLEET, "an answer", () -> {
            if (looks.incrementAndGet() < 3) {
                throw new Unanswered("away", new IllegalStateException());
            }
            return true;
        }))).isEmpty();
    }

    @Test
    void playsRoundsUntilThereIsNone() throws Exception {
        Iterator<Integer> rounds = List.of(1, 2, 3).iterator();
        assertThat(player.play(Timeline.from("00:00:00").rounds(() -> rounds.hasNext()
                ? Optional.of(Timeline.from("00:00:00").act(LAB, "round " + rounds.next(), () -> {}))
                : Optional.empty()).act(LAB, "after", () -> {}))).isEmpty();
        assertThat(told).extracting(Event::text).containsExactly("round 1", "round 2", "round 3", "after");
    }
}
