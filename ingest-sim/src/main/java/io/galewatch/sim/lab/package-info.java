/**
 * The lab: a whole fleet on one machine behind {@code ./lab}. Owns the commands, the fleet they compose, the boxes and the
 * state file by which any later process finds and stops what an earlier one started.
 */
@NullMarked
package io.galewatch.sim.lab;

import org.jspecify.annotations.NullMarked;
