package io.galewatch.mover.admin;

import io.galewatch.routing.claim.Claim;
import io.galewatch.routing.claim.ClaimState;
import io.galewatch.routing.table.Epoch;
import io.galewatch.routing.table.Pause;
import io.galewatch.routing.table.RoutingTable;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What the routing database says about a rebalance. */
final class RoutingFacts {

    private static final Logger log = LoggerFactory.getLogger(RoutingFacts.class);

    private static final String COMPLETE_BEFORE = """
        select shards from routing_epoch where completed_at is not null and epoch < :epoch
         order by epoch desc limit 1
        """;

    private final RoutingTable table;
    private final Claim claim;
    private final JdbcClient jdbc;

    RoutingFacts(DataSource routing, Claim claim) {
        this.table = new RoutingTable(routing);
        this.claim = claim;
        this.jdbc = JdbcClient.create(routing);
    }

    /**
     * @param newest the newest epoch
     * @param previousShards N of the newest complete epoch before it, or its own where there is none
     * @param fencedRejections by name of the shard
     */
    record Facts(Epoch newest, int previousShards, Optional<Pause> pause, ClaimState claim,
            Map<String, Long> fencedRejections) {}

    /** Empty when the routing database does not answer, or has no epoch. */
    Optional<Facts> read() {
        try {
            return table.newest().map(newest -> new Facts(newest, previousShards(newest), table.pause(), claim.read(),
                    fencedRejections()));
        } catch (DataAccessException e) {
            log.debug("the routing database does not answer a status", e);
            return Optional.empty();
        }
    }

    private int previousShards(Epoch newest) {
        return jdbc.sql(COMPLETE_BEFORE).param("epoch", newest.map().epoch()).query(Integer.class).optional().orElse(
                newest.map().shards());
    }

    private Map<String, Long> fencedRejections() {
        Map<String, Long> counts = new TreeMap<>();
        jdbc.sql("select shard, count(*) from fenced_rejection group by shard").query(
                row -> {
                    counts.put(row.getString(1), row.getLong(2));
                });
        return counts;
    }
}
