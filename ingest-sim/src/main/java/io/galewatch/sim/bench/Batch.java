package io.galewatch.sim.bench;

import java.time.Instant;

/**
 * Readings of one request.
 *
 * @param values for each reading, which of the prepared sets of values it has
 */
record Batch(String[] turbines, Instant[] instants, int[] values) {

    int size() {
        return turbines.length;
    }
}
