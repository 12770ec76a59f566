/**
 * The console that every box serves at {@code /}: its pages, and the stream of events behind them. It only looks, with the
 * reader's rights, and only while somebody listens: one poller asks the databases once a second for all listeners. What it
 * shows is open, as health and metrics are, because it holds no reading, no address and no secret: names of boxes, shards
 * and turbines, tokens, counts, and why an operator paused. Free text of errors, which may name addresses, is left to
 * {@code /admin}. What changes anything is asked of {@code /admin} by the page, with the credentials that were typed there.
 */
@NullMarked
package io.galewatch.mover.console;

import org.jspecify.annotations.NullMarked;
