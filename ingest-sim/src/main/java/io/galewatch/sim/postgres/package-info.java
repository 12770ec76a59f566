/**
 * Postgres servers of the lab, each a process of its own that survives the JVM which started it: initdb, start, every way
 * of stopping, and the binaries that fit this machine. Durability is on and passwords are asked for, as in production;
 * a box refuses anything less.
 */
@NullMarked
package io.galewatch.sim.postgres;

import org.jspecify.annotations.NullMarked;
