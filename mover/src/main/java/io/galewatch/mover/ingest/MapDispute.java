package io.galewatch.mover.ingest;

import io.galewatch.routing.fleet.FleetMap;
import io.galewatch.routing.fleet.ShardMaps;
import io.galewatch.routing.map.ShardId;
import io.galewatch.routing.map.ShardMap;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What follows when a shard refuses a map: whoever has the older one takes the newer. */
final class MapDispute {

    private static final Logger log = LoggerFactory.getLogger(MapDispute.class);

    enum Settled {
        WE_WERE_OLDER, SHARD_WAS_OLDER, UNSETTLED
    }

    private final ShardId shard;
    private final DataSource pool;
    private final FleetMap fleet;
    private final IngestMetrics metrics;

    MapDispute(ShardId shard, DataSource pool, FleetMap fleet, IngestMetrics metrics) {
        this.shard = shard;
        this.pool = pool;
        this.fleet = fleet;
        this.metrics = metrics;
    }

    Settled settle(ShardMap ours, SQLException refusal) {
        try {
            ShardMap theirs = ShardMaps.inAnswer(refusal).orElse(null);
            if (theirs == null) {
                theirs = ShardMaps.read(pool);
            }
            if (theirs.isNewerThan(ours)) {
                return follow(theirs);
            }
            if (ours.isNewerThan(theirs)) {
                ShardMap now = ShardMaps.offer(pool, ours);
                return now.isNewerThan(ours) ? follow(now) : Settled.SHARD_WAS_OLDER;
            }
            return contradiction(ours, theirs);
        } catch (SQLException e) {
            log.warn("{} refused {} and could not be brought to it", shard, ours, e);
            return Settled.UNSETTLED;
        }
    }

    private Settled follow(ShardMap newer) {
        metrics.staleMap(shard);
        fleet.learn(newer);
        return Settled.WE_WERE_OLDER;
    }

    private Settled contradiction(ShardMap ours, ShardMap theirs) {
        if (ours.equals(theirs)) {
            // It came to our map between its refusal and this look at it.
            return Settled.SHARD_WAS_OLDER;
        }
        metrics.contradiction(shard);
        log.error("{} obeys {}, this box {}: one epoch stands for two maps, probably because the routing database was"
                + " restored; readings for this shard are refused until a higher epoch settles it", shard, theirs,
                ours);
        return Settled.UNSETTLED;
    }
}
