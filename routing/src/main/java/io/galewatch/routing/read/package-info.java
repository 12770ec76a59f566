/**
 * Reads of turbines' history while it moves. Keeps the reader's side of invariant 1: every acknowledged reading is
 * readable at every moment, once.
 *
 * <p>
 * While a rebalance is incomplete, the shards that a turbine may still lie on are asked first, all at once, and its home
 * last: rows move only towards the home, so what has left an old shard before it was asked is at home by then. Each
 * answer carries the map that the shard obeyed in the same snapshot as the rows; answers under different maps are not
 * put together. Pages are cut by key.
 *
 * <p>
 * The library alone is enough to address and read:
 *
 * <pre>{@code
 * FleetAddress address = new FleetAddress(routingUrl, shardUrls);
 * Limits limits = Limits.forStep(Duration.ofSeconds(2), Duration.ofSeconds(5));
 * try (ShardPools maps = ShardPools.open(address, fleetId, Role.INGEST, credentials, "report", 2, limits);
 *         ShardPools reads = ShardPools.open(address, fleetId, Role.READER, credentials, "report", 4, limits)) {
 *     FleetMap fleet = new FleetMap(new RoutingTable(routingDataSource), maps);
 *     fleet.refresh(); // now and then: it also learns of new maps from the shards while reading
 *     ShardId home = fleet.view().map().home("AP-0163");
 *     HistoryReader reader = new HistoryReader(fleet, reads);
 *     HistoryQuery query = HistoryQuery.of("AP-0163", 1_000);
 *     HistoryPage page = reader.page(query);
 *     while (page.next().isPresent()) {
 *         page = reader.page(query.after(page.next().get()));
 *     }
 * }
 * }</pre>
 */
@NullMarked
package io.galewatch.routing.read;

import org.jspecify.annotations.NullMarked;
