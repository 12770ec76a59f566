/**
 * The address of a turbine: hash, shard, map (epoch, N, map id), and which map is in force as far as this process
 * knows. Keeps invariants 5 and 7: an address needs arithmetic and a map, never the claim and not the routing database.
 */
@NullMarked
package io.galewatch.routing.map;

import org.jspecify.annotations.NullMarked;
