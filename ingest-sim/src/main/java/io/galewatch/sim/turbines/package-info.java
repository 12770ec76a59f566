/**
 * The simulated turbines: their serials, their seeded history and the readings they keep sending until a box has
 * acknowledged each one. A reading goes to the ledger only after its acknowledgement.
 */
@NullMarked
package io.galewatch.sim.turbines;

import org.jspecify.annotations.NullMarked;
