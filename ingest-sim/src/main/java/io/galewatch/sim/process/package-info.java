/**
 * Operating-system processes of the lab: each in a session of its own, so that Ctrl-C reaches only the lab, and each known
 * by pid <em>and</em> start time, so that a re-used pid is never signalled.
 */
@NullMarked
package io.galewatch.sim.process;

import org.jspecify.annotations.NullMarked;
