/**
 * What a scenario found, for people (a table) and for scripts (JSON of contract.md).
 */
@NullMarked
package io.galewatch.sim.report;

import org.jspecify.annotations.NullMarked;
