package io.galewatch.sim.relay;

import java.time.Duration;
import java.util.Set;

/** What a relay does with bytes; a value, exchanged as a whole. */
record Behaviour(boolean cut, Set<Direction> stalled, Duration delay, boolean dropAnswers, String loseAnswerTo) {

    static final Behaviour PASS = new Behaviour(false, Set.of(), Duration.ZERO, false, "");
    static final Behaviour CUT = new Behaviour(true, Set.of(), Duration.ZERO, false, "");

    Behaviour stalling(Set<Direction> directions) {
        return new Behaviour(cut, Set.copyOf(directions), delay, dropAnswers, loseAnswerTo);
    }

    Behaviour delaying(Duration each) {
        return new Behaviour(cut, stalled, each, dropAnswers, loseAnswerTo);
    }

    Behaviour droppingAnswers() {
        return new Behaviour(cut, stalled, delay, true, loseAnswerTo);
    }

    Behaviour losingAnswerTo(String text) {
        return new Behaviour(cut, stalled, delay, dropAnswers, text);
    }
}
