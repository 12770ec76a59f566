/**
 * Settings, checked before anything starts, and the connections made of them. A box whose settings don't fit together,
 * or whose databases are not durable or not migrated, refuses to start and says why in one message; a database that
 * merely does not answer stops nobody, as long as one other can say which fleet this is. Keeps the sections "Identity
 * and durability" and, for the settings' relations, "Claim" of ARCHITECTURE.md; prepares invariants 6 and 7.
 */
@NullMarked
package io.galewatch.mover.config;

import org.jspecify.annotations.NullMarked;
