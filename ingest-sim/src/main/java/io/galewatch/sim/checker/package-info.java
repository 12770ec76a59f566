/**
 * The independent checker. It compares the ledger with the shards in plain SQL of its own and imports nothing of the
 * product: in March the product agreed with itself while 24,000 readings lay on the wrong shards. Keeps the score on
 * invariant 1 of ARCHITECTURE.md: everything acknowledged is stored exactly once, at home.
 */
@NullMarked
package io.galewatch.sim.checker;

import org.jspecify.annotations.NullMarked;
