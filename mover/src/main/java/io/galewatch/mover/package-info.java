/**
 * The service that every box runs: ingest, reads, mover candidate and admin API in one process, and the {@code migrate}
 * command. This package only starts it.
 */
@NullMarked
package io.galewatch.mover;

import org.jspecify.annotations.NullMarked;
