/**
 * The ledger: what the fleet promised to keep. One JSON line for each acknowledged reading and for each seeded history,
 * with a digest that is computed here and, independently, in SQL by the checker.
 */
@NullMarked
package io.galewatch.sim.ledger;

import org.jspecify.annotations.NullMarked;
