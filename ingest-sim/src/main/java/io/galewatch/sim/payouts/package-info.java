/**
 * Another job behind the same claim and fence: a nightly payout run, by the public API of the routing library
 * ({@code docs/your-own-job.md}). The one package of the lab that may use the product's code: it is an example of how to
 * use it, and nothing that judges a scenario depends on it ({@code CheckerIsIndependentTest}).
 */
@NullMarked
package io.galewatch.sim.payouts;

import org.jspecify.annotations.NullMarked;
