/**
 * Load and its measurement, for the benchmarks of the lab: readings at a given rate or as fast as they are taken, over HTTP
 * or straight into a database, and what came of them. Knows no fleet; the lab points it at one.
 */
@NullMarked
package io.galewatch.sim.bench;

import org.jspecify.annotations.NullMarked;
