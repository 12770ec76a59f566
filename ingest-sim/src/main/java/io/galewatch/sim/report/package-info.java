/**
 * What a scenario found, for people (a table) and for scripts (JSON).
 */
@NullMarked
package io.galewatch.sim.report;

import org.jspecify.annotations.NullMarked;
