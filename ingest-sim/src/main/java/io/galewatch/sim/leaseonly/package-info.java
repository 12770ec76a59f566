/**
 * The mover of the night of April, as it was: a lease and nothing else. It renews between turbines, compares counts, and
 * tidies up after itself. It is here so that the fault can be watched ({@code ./lab april-night --unfenced}); no code of the
 * service knows it, and it runs only on a schema whose guards the lab has taken away.
 */
@NullMarked
package io.galewatch.sim.leaseonly;

import org.jspecify.annotations.NullMarked;
