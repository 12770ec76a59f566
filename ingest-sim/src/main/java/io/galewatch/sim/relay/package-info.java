/**
 * The TCP relays between a box and its databases. A scenario cuts, stalls or delays a link here; a link that nobody
 * touches passes bytes and half-closes unchanged.
 */
@NullMarked
package io.galewatch.sim.relay;

import org.jspecify.annotations.NullMarked;
