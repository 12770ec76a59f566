package io.galewatch.mover.admin;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * Where a turbine stands, for people. In the order in which one of several moves of a turbine speaks for all: what is
 * furthest from done comes first.
 */
enum Step {
    SET_ASIDE, WAITING, COPYING, VERIFYING, DELETING, DONE;

    /** @param step as the journal writes it */
    static Step ofJournal(String step) {
        return of(step.equals("verified") ? "verifying" : step).orElseThrow(() -> new IllegalStateException(
                "the journal has a step that this version does not know: " + step));
    }

    /** @param label as people write it */
    static Optional<Step> of(String label) {
        return Arrays.stream(values()).filter(step -> step.label().equals(label)).findFirst();
    }

    String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Of the two journal rows of one move: the source's where it has come so far, else the target's, else waiting. */
    static Step ofBoth(Step a, Step b) {
        if (a.isTheSourcesWord() || b.isTheSourcesWord()) {
            return a.isTheSourcesWord() ? a : b;
        }
        return a.compareTo(b) > 0 ? a : b;
    }

    /** Whether the journal row at the source speaks for the move, and not the one at the target. */
    private boolean isTheSourcesWord() {
        return this == DELETING || this == DONE || this == SET_ASIDE;
    }
}
