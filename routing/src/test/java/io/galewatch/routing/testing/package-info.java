/**
 * Real Postgres for tests, shared by the modules: one server per JVM, and fleets on it, each of databases of its own.
 */
@NullMarked
package io.galewatch.routing.testing;

import org.jspecify.annotations.NullMarked;
