/**
 * Connections: one pool per role and database, with time limits on both ends and the proof of identity before the first
 * use of each connection; and the one place that says what a database error means.
 */
@NullMarked
package io.galewatch.routing.db;

import org.jspecify.annotations.NullMarked;
