/**
 * What this process knows of the fleet: which fleet it is, and the newest map, learnt from the routing database or, when
 * that is away, from the shards. Keeps invariants 5 and 7.
 */
@NullMarked
package io.galewatch.routing.fleet;

import org.jspecify.annotations.NullMarked;
