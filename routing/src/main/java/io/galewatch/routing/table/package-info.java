/** The routing table: fleet id, registered shards, epochs, and whether the operator has paused rebalancing. */
@NullMarked
package io.galewatch.routing.table;

import org.jspecify.annotations.NullMarked;
