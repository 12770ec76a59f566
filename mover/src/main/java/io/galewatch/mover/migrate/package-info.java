/**
 * Brings the databases to the schema of this jar and writes once what never changes again: the fleet's id, each shard's
 * identity, epoch 1, the first map of each shard. Run by an operator, as the owner, before boxes start; boxes have no
 * owner's password. Each part looks first and does only what is missing, so that it is safe when run twice, by two at
 * once, and after being killed half way. Keeps the section "Identity and durability" of ARCHITECTURE.md.
 */
@NullMarked
package io.galewatch.mover.migrate;

import org.jspecify.annotations.NullMarked;
