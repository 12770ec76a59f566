package io.galewatch.mover.admin;

import io.galewatch.routing.fleet.FleetMap;
import io.galewatch.routing.fleet.MapUnknownException;
import io.galewatch.routing.map.ShardId;
import io.galewatch.routing.map.ShardMap;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Puts a status together, from the databases, so that every box gives the same answer. */
@Component
class StatusReader {

    private static final String AGE_AND_CONFLICTS = """
        select (select extract(epoch from clock_timestamp() - adopted_at) from shard_map where map_id = ?),
               (select count(*) from reading_conflict where settled_at is null)
        """;

    private final RoutingFacts routing;
    private final AllShards shards;
    private final FleetMap fleetMap;
    private final Rate rate;

    StatusReader(RoutingFacts routing, AllShards shards, FleetMap fleetMap, Rate rate) {
        this.routing = routing;
        this.shards = shards;
        this.fleetMap = fleetMap;
        this.rate = rate;
    }

    /** @param mapAge seconds since the shard took this map; 0 when it has not */
    private record Journal(List<JournalRow> rows, double mapAge, long conflicts) {}

    /** @throws MapUnknownException when neither the routing database nor any shard has ever answered this box */
    Status read() {
        Optional<RoutingFacts.Facts> facts = routing.read();
        ShardMap map = newest(facts);
        AllShards.Answers<Journal> journals = shards.ask((shard, connection) -> journal(shard, connection, map));

        List<String> unreachable = new ArrayList<>(journals.unreachable());
        if (facts.isEmpty()) {
            unreachable.addFirst("routing");
        }
        Optional<RoutingFacts.Facts> known = facts.filter(one -> one.newest().map().equals(map));
        Boolean complete = facts.isEmpty()
                ? null
                : Boolean.valueOf(known.isPresent() && known.get().newest().isComplete());
        Progress progress = journals.silent().isEmpty()
                ? Progress.of(journals.answered().values().stream().map(Journal::rows).toList())
                : null;
        double mapAge = journals.answered().values().stream().mapToDouble(Journal::mapAge).max().orElse(0);
        Double perSecond = progress == null
                ? null
                : Boolean.TRUE.equals(complete)
                        ? Double.valueOf(0)
                        : Double.valueOf(rate.perSecond(map.mapId(), progress.work(), mapAge));
        return new Status(map.epoch(), map.shards(), map.mapId(),
                known.map(RoutingFacts.Facts::previousShards).orElse(null), complete,
                facts.flatMap(RoutingFacts.Facts::pause).map(Status.Paused::of).orElse(null),
                facts.map(RoutingFacts.Facts::claim).map(Status.ClaimView::of).orElse(null),
                progress == null ? null : progress.turbines(), progress == null ? null : progress.rows(),
                progress == null ? null : progress.bytes(), perSecond, eta(progress, perSecond, complete),
                journals.silent().isEmpty()
                        ? journals.answered().values().stream().mapToLong(Journal::conflicts).sum()
                        : null,
                progress == null ? null : progress.lastProblem().orElse(null),
                facts.map(this::fencedRejections).orElse(null), List.copyOf(unreachable));
    }

    private ShardMap newest(Optional<RoutingFacts.Facts> facts) {
        Optional<ShardMap> recorded = facts.map(one -> one.newest().map());
        try {
            ShardMap used = fleetMap.view().map();
            return recorded.filter(one -> !used.isNewerThan(one)).orElse(used);
        } catch (MapUnknownException e) {
            return recorded.orElseThrow(() -> e);
        }
    }

    private static Journal journal(ShardId shard, Connection connection, ShardMap map) throws SQLException {
        List<JournalRow> rows = JournalRow.read(shard, connection, map.mapId());
        try (PreparedStatement statement = connection.prepareStatement(AGE_AND_CONFLICTS)) {
            statement.setObject(1, map.mapId());
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return new Journal(rows, row.getDouble(1), row.getLong(2));
            }
        }
    }

    private static @Nullable Long eta(@Nullable Progress progress, @Nullable Double perSecond,
            @Nullable Boolean complete) {
        if (Boolean.TRUE.equals(complete)) {
            return 0L;
        }
        if (progress == null || perSecond == null || perSecond <= 0) {
            return null;
        }
        return progress.rowsLeft().map(left -> Math.round(left / perSecond)).orElse(null);
    }

    /** Every shard with an address is named, so that a 0 can be told from a name that was not thought of. */
    private Map<String, Long> fencedRejections(RoutingFacts.Facts facts) {
        Map<String, Long> counts = new TreeMap<>();
        shards.all().forEach(shard -> counts.put(shard.name(), 0L));
        counts.putAll(facts.fencedRejections());
        return counts;
    }
}
