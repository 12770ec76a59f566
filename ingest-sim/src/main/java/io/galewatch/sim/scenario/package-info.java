/**
 * Scenarios: what can go wrong, played on a fleet of real processes. Each is a timeline of acts and of what must be seen;
 * beneath it are the stage (a fleet, its turbines, and questions to its databases), the player, and the verdict of the
 * independent checker. Owns no fault of its own: it freezes, kills and cuts off through {@code io.galewatch.sim.lab}.
 */
@NullMarked
package io.galewatch.sim.scenario;

import org.jspecify.annotations.NullMarked;
