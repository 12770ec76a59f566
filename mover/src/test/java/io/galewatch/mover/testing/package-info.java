/** Boxes for tests, inside the test's JVM, on databases of {@link io.galewatch.routing.testing.TestPostgres}. */
@NullMarked
package io.galewatch.mover.testing;

import org.jspecify.annotations.NullMarked;
