/**
 * The move: whoever holds the claim looks for rows that are not at home under the newest map and brings them home. Start
 * at {@link io.galewatch.mover.move.MoverLoop} (compete), go on with {@link io.galewatch.mover.move.Tenure} (one grant,
 * from seal to complete) and {@link io.galewatch.mover.move.TurbineMove} (copy, verify, delete).
 *
 * <p>
 * Keeps invariants 4 and 6 of ARCHITECTURE.md, and presents what 2, 3 and 5 demand: every change is a
 * {@link io.galewatch.mover.move.Batches batch} that advances the fence first and looks at the map last. No Spring Boot
 * in here.
 */
@NullMarked
package io.galewatch.mover.move;

import org.jspecify.annotations.NullMarked;
