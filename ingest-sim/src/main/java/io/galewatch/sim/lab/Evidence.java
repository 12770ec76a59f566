package io.galewatch.sim.lab;

import io.galewatch.sim.postgres.Server;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What the databases themselves have kept about rebalances: it outlives any box that was killed. */
public record Evidence(long epoch, int shards, boolean complete, double seconds, int takeovers, double vacancySeconds,
        Map<String, Long> fencedRejections, long turbinesMoved, long rowsMoved, long bytesMoved, long setAside) {

    private record Newest(long epoch, int shards, boolean complete, double seconds) {}

    private record Claims(int takeovers, double vacancySeconds) {}

    private record Moves(long turbines, long rows, long bytes, long setAside) {

        Moves plus(Moves other) {
            return new Moves(turbines + other.turbines, rows + other.rows, bytes + other.bytes,
                    setAside + other.setAside);
        }
    }

    private static final String NEWEST = """
        select epoch, shards, completed_at is not null,
               extract(epoch from coalesce(completed_at, clock_timestamp()) - created_at)::float8
          from routing_epoch
         order by epoch desc
         limit 1
        """;

    /**
     * Grants after the first of each epoch. Vacant is the time from the last sign of life of a holder that did not release,
     * its last renewal, to the next grant.
     */
    private static final String CLAIMS = """
        select coalesce(sum(greatest(grants - 1, 0)), 0), coalesce(sum(vacant), 0)::float8
          from (select count(g.token) as grants,
                       sum(extract(epoch from g.granted_at - (g.previous_expiry - c.lease)))
                           filter (where g.cause = 'expired') as vacant
                  from (select epoch, created_at,
                               coalesce(completed_at, lead(created_at) over (order by epoch), 'infinity') as until
                          from routing_epoch) e
                  join claim_grant g on g.granted_at between e.created_at and e.until
                  join mover_claim c on c.role = g.role
                 where e.epoch >= %d
                 group by e.epoch) by_epoch
        """;

    private static final String FENCED = """
        select shard, count(*)
          from fenced_rejection
         where at >= (select created_at from routing_epoch where epoch = %d)
         group by shard
        """;

    /** Rows and bytes are counted where they arrived, turbines and those set aside where they left. */
    private static final String MOVES = """
        select count(distinct (turbine_id, epoch)) filter (where step = 'done' and source = %1$d),
               coalesce(sum(rows_moved) filter (where target = %1$d), 0),
               coalesce(sum(bytes_moved) filter (where target = %1$d), 0),
               count(distinct turbine_id) filter (where step = 'set-aside')
          from turbine_move
         where epoch >= %2$d
        """;

    static Evidence read(Databases databases) throws SQLException {
        try (Connection routing = databases.asReader(databases.routing());
                Statement statement = routing.createStatement()) {
            return since(databases, newest(statement).epoch());
        }
    }

    /** Of the newest rebalance whether it is complete; of it and those before, from this epoch on, everything else. */
    public static Evidence since(Databases databases, long epoch) throws SQLException {
        try (Connection routing = databases.asReader(databases.routing());
                Statement statement = routing.createStatement()) {
            Newest newest = newest(statement);
            Claims claims = claims(statement, epoch);
            Map<String, Long> fenced = fenced(statement, epoch);
            Moves moves = new Moves(0, 0, 0, 0);
            int index = 0;
            for (Server shard : databases.shards()) {
                moves = moves.plus(moves(databases, shard, index++, epoch));
            }
            return new Evidence(newest.epoch(), newest.shards(), newest.complete(), newest.seconds(),
                    claims.takeovers(), claims.vacancySeconds(), fenced, moves.turbines(), moves.rows(),
                    moves.bytes(), moves.setAside());
        }
    }

    /** Who holds the claim now, by the claim row itself. */
    public static Optional<String> holder(Databases databases) throws SQLException {
        try (Connection routing = databases.asReader(databases.routing());
                Statement statement = routing.createStatement();
                ResultSet row = statement.executeQuery("""
                    select owner from mover_claim
                     where grant_id is not null and expires_at > clock_timestamp()
                    """)) {
            return row.next() ? Optional.of(row.getString(1)) : Optional.empty();
        }
    }

    private static Newest newest(Statement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery(NEWEST)) {
            row.next();
            return new Newest(row.getLong(1), row.getInt(2), row.getBoolean(3), row.getDouble(4));
        }
    }

    private static Claims claims(Statement statement, long epoch) throws SQLException {
        try (ResultSet row = statement.executeQuery(CLAIMS.formatted(epoch))) {
            row.next();
            return new Claims(row.getInt(1), row.getDouble(2));
        }
    }

    private static Map<String, Long> fenced(Statement statement, long epoch) throws SQLException {
        Map<String, Long> counts = new TreeMap<>();
        try (ResultSet row = statement.executeQuery(FENCED.formatted(epoch))) {
            while (row.next()) {
                counts.put(row.getString(1), row.getLong(2));
            }
        }
        return counts;
    }

    private static Moves moves(Databases databases, Server shard, int index, long epoch) throws SQLException {
        try (Connection connection = databases.asReader(shard);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(MOVES.formatted(index, epoch))) {
            row.next();
            return new Moves(row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4));
        }
    }
}
