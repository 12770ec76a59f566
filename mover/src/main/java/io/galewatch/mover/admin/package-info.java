/**
 * The administrator's API: start a rebalance, pause and resume it, see how it goes and what was done. Works on any box,
 * whoever holds the claim, since it asks the databases and not the mover in this process. Creating an epoch is an
 * election by a unique key and needs no claim; nothing here changes a reading or a journal.
 */
@NullMarked
package io.galewatch.mover.admin;

import org.jspecify.annotations.NullMarked;
