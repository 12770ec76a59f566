package io.galewatch.mover.console;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/**
 * One turbine in the grid. In JSON an array, because there may be thousands.
 *
 * @param at index of the shard that is shown to have it: its old home until everything is deleted there
 * @param home index of its home under the newest map
 */
@JsonFormat(shape = JsonFormat.Shape.ARRAY)
@JsonPropertyOrder({"turbine", "at", "home", "step"})
record Cell(String turbine, int at, int home, Step step) {

    /** Where it stands; in the order in which one of several moves of a turbine speaks for all. */
    enum Step {
        SET_ASIDE, WAITING, COPYING, VERIFYING, DELETING, MOVED, HOME
    }
}
