/**
 * Reading over HTTP: pages of a turbine's history and its newest reading, wherever they lie at the moment. The order of
 * questions and the map check that keep invariant 1 are in {@link io.galewatch.routing.read}.
 */
@NullMarked
package io.galewatch.mover.read;

import org.jspecify.annotations.NullMarked;
