/**
 * The database keeps the score: the fence row of each shard, its seal by a new grant, and the transaction that advances
 * it before it changes anything. Keeps invariants 2 and 3; the other half of both stands in
 * {@code sql/shard/V4__fence_and_journal.sql}, where no caller can get around it.
 */
@NullMarked
package io.galewatch.routing.fence;

import org.jspecify.annotations.NullMarked;
