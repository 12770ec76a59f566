package io.galewatch.mover.move;

import io.galewatch.routing.map.ShardId;
import io.galewatch.routing.map.ShardMap;
import io.galewatch.routing.table.MoverRequest;
import io.galewatch.routing.table.MoverRequest.Keep;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Settles a turbine's conflicts as an administrator decided: keep what the target had, or put the source's values in its
 * place, at the turbine's home. The values that lose stay in a conflict table. Each page is a batch on the home and then one
 * on the shard that holds the conflicts; cut off in between, doing it again changes nothing more.
 */
final class Settlement {

    private static final int PAGE = 1_000;

    /** One for each key: of two conflicts under one key, the later one is settled after the earlier one, and wins. */
    private static final String OPEN = """
        select min(id) from reading_conflict
         where turbine_id = ? and side = 'source' and settled_at is null
           and (?::timestamptz is null or read_at = ?::timestamptz)
         group by read_at order by 1 limit\s""" + PAGE;

    private static final String SETTLED = """
        update reading_conflict
           set kept = ?, settled_at = clock_timestamp(), settled_by = ?, settled_token = ?
         where id = any (?) and settled_at is null
        """;

    private final Move.Tools tools;
    private final ShardMap map;
    private final MoverRequest request;
    private final String turbine;
    private final Keep keep;

    /** @param request of kind RESOLVE */
    Settlement(Move.Tools tools, ShardMap map, MoverRequest request) {
        this.tools = tools;
        this.map = map;
        this.request = request;
        this.turbine = Optional.ofNullable(request.turbine()).orElseThrow();
        this.keep = Optional.ofNullable(request.keep()).orElseThrow();
    }

    /**
     * Settles what there is on the given shards.
     *
     * @return how many readings were settled
     * @throws SetAsideException the tables of two shards differ
     */
    long run(List<ShardId> shards) {
        long settled = 0;
        for (ShardId shard : shards) {
            for (List<Long> page = open(shard); !page.isEmpty(); page = open(shard)) {
                List<Long> ids = page;
                if (keep == Keep.SOURCE) {
                    putInPlace(shard, ids);
                }
                settled += tools.batches().run(shard, map, connection -> settle(connection, ids));
                tools.lease().progressed();
            }
        }
        return settled;
    }

    private List<Long> open(ShardId shard) {
        return tools.sessions().reading(shard, connection -> {
            try (PreparedStatement statement = connection.prepareStatement(OPEN)) {
                statement.setString(1, turbine);
                statement.setString(2, request.readAt());
                statement.setString(3, request.readAt());
                try (ResultSet row = statement.executeQuery()) {
                    List<Long> ids = new ArrayList<>();
                    while (row.next()) {
                        ids.add(row.getLong(1));
                    }
                    return ids;
                }
            }
        });
    }

    /** The source's values become the readings, and the readings' values go where the source's were kept. */
    private void putInPlace(ShardId shard, List<Long> ids) {
        ShardId home = map.home(turbine);
        ReadingsTable here = TurbineRows.table(tools.sessions(), shard);
        ReadingsTable there = TurbineRows.table(tools.sessions(), home);
        here.obstacle(there).ifPresent(obstacle -> {
            throw new SetAsideException("from " + shard + " to " + home + ": " + obstacle);
        });
        String columns = there.columnList() + ", source, map_id, epoch";
        Chunk values = tools.sessions().reading(shard, connection -> Chunk.read(connection, "select " + columns
                + " from reading_conflict where id in ("
                + ids.stream().map(String::valueOf).collect(Collectors.joining(", ")) + ")"));
        tools.lease().progressed();
        tools.batches().run(home, map, there, connection -> {
            try (Statement statement = connection.createStatement()) {
                statement.execute("create temporary table moving on commit drop as select " + columns
                        + " from reading_conflict with no data");
                values.write(connection, "pg_temp.moving", columns);
                keepLosers(connection, there);
                statement.executeUpdate(
                        "insert into readings (" + there.columnList() + ") overriding system value select "
                                + there.columnList() + " from pg_temp.moving on conflict do nothing");
            }
            return true;
        });
        tools.lease().progressed();
    }

    private void keepLosers(Connection connection, ReadingsTable table) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("with lost as (delete from readings r"
                + " using pg_temp.moving m where m.turbine_id = r.turbine_id and m.read_at = r.read_at and not ("
                + table.identical("m", "r") + ") returning " + table.columnListOf("r")
                + ", m.source, m.map_id, m.epoch) insert into reading_conflict (" + table.columnList()
                + ", source, map_id, epoch, side, token, kept, settled_at, settled_by, settled_token) select "
                + table.columnList() + ", source, map_id, epoch, 'target', ?, 'source', clock_timestamp(), ?, ?"
                + " from lost")) {
            statement.setLong(1, tools.grant().token());
            statement.setString(2, request.by());
            statement.setLong(3, tools.grant().token());
            statement.executeUpdate();
        }
    }

    private long settle(Connection connection, List<Long> ids) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(SETTLED)) {
            statement.setString(1, keep.label());
            statement.setString(2, request.by());
            statement.setLong(3, tools.grant().token());
            statement.setArray(4, connection.createArrayOf("bigint", ids.toArray()));
            return statement.executeUpdate();
        }
    }
}
