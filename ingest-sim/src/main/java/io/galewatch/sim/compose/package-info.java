/**
 * What the containers of {@code docker-compose.yml} run besides the boxes: history for the farm, live turbines, and the
 * independent check of a fleet whose addresses come from the environment. Owns no fleet: compose starts and stops it.
 */
@NullMarked
package io.galewatch.sim.compose;

import org.jspecify.annotations.NullMarked;
