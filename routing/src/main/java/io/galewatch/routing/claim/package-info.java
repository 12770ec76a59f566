/**
 * Who may act until when: the claim row in the routing database, its lease, and the fencing token that each grant mints.
 * Only the database's clock decides expiry. A lease is a promise to stop that a paused process breaks; what makes it
 * harmless is in {@link io.galewatch.routing.fence}.
 */
@NullMarked
package io.galewatch.routing.claim;

import org.jspecify.annotations.NullMarked;
