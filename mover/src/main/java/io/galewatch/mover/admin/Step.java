package io.galewatch.mover.admin;

/**
 * Where a turbine stands, for people. In the order in which one of several moves of a turbine speaks for all: what is
 * furthest from done comes first.
 */
enum Step {
    SET_ASIDE, WAITING, COPYING, VERIFYING, DELETING, DONE;

    /** @param step as the journal writes it */
    static Step of(String step) {
        return switch (step) {
            case "waiting" -> WAITING;
            case "copying" -> COPYING;
            case "verifying", "verified" -> VERIFYING;
            case "deleting" -> DELETING;
            case "done" -> DONE;
            case "set-aside" -> SET_ASIDE;
            default ->
                throw new IllegalStateException("the journal has a step that this version does not know: " + step);
        };
    }

    /** Whether the journal row at the source speaks for the move, and not the one at the target. */
    boolean isTheSourcesWord() {
        return this == DELETING || this == DONE || this == SET_ASIDE;
    }
}
