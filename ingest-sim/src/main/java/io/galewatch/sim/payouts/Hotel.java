package io.galewatch.sim.payouts;

import java.math.BigDecimal;

/** A hotel and what it is due for the period. */
record Hotel(String name, BigDecimal due) {}
