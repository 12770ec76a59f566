/**
 * Where the box's meters are kept and how Prometheus reads them. The meters themselves are registered by the packages
 * whose work they measure. A meter that cannot be registered is an error at start and not a gap in a graph.
 */
@NullMarked
package io.galewatch.mover.metrics;

import org.jspecify.annotations.NullMarked;
