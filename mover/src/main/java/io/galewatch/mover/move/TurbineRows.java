package io.galewatch.mover.move;

import io.galewatch.routing.map.ShardId;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.postgresql.PGConnection;

/**
 * A turbine's rows as they are read: in binary chunks for copying, as counts and digests for verifying. Reading holds no
 * fence, so a slow source never holds a target's.
 */
final class TurbineRows {

    private final MoverSessions sessions;
    private final ReadingsTable table;
    private final String turbine;

    TurbineRows(MoverSessions sessions, ReadingsTable table, String turbine) {
        this.sessions = sessions;
        this.table = table;
        this.turbine = turbine;
    }

    /**
     * Reads rows into memory, in key order.
     *
     * @param after exclusive; empty to start at minus infinity, inclusive
     * @param upTo inclusive; empty for no bound
     * @param limit most rows
     */
    Chunk chunk(ShardId shard, Optional<PgInstant> after, Optional<PgInstant> upTo, int limit) {
        return sessions.reading(shard, connection -> {
            // COPY takes no parameters. Instants are PostgreSQL's own text; the serial is escaped by the driver.
            String serial = connection.unwrap(PGConnection.class).escapeLiteral(turbine);
            return Chunk.read(connection, "select " + table.columnList() + " from readings where turbine_id = '"
                    + serial + "' and read_at " + after.map(key -> "> '" + key + "'").orElse(">= '-infinity'")
                    + upTo.map(key -> " and read_at <= '" + key + "'").orElse("") + " order by read_at limit "
                    + limit);
        });
    }

    /** The next window of the source after a key; empty when no row is left up to plus infinity. */
    Optional<Window> window(ShardId shard, Optional<PgInstant> after, int limit) {
        String sql = "select count(*), " + table.digest("r") + ", min(r.read_at)::text, max(r.read_at)::text,"
                + " readings_fingerprint()"
                + " from (select * from readings where turbine_id = ? and " + lowerBound(after)
                + " order by read_at limit ?) r";
        return sessions.reading(shard, connection -> {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                int next = bindTurbineAndLower(statement, after);
                statement.setInt(next, limit);
                try (ResultSet row = statement.executeQuery()) {
                    row.next();
                    sameColumns(shard, row.getString(5));
                    return row.getLong(1) == 0
                            ? Optional.empty()
                            : Optional.of(new Window(after, new PgInstant(row.getString(3)),
                                    new PgInstant(row.getString(4)), row.getLong(1), row.getBigDecimal(2)));
                }
            }
        });
    }

    /** Whether a shard holds exactly the rows of a window, by count and content digest. */
    boolean holds(ShardId shard, Window window) {
        String sql = "select count(*), " + table.digest("r") + ", readings_fingerprint() from readings r"
                + " where r.turbine_id = ? and r." + lowerBound(window.after()) + " and r.read_at <= ?::timestamptz";
        return sessions.reading(shard, connection -> {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                bindWindow(statement, window);
                try (ResultSet row = statement.executeQuery()) {
                    row.next();
                    sameColumns(shard, row.getString(3));
                    BigDecimal digest = row.getBigDecimal(2);
                    return window.holds(row.getLong(1), digest);
                }
            }
        });
    }

    /** Row digests by key, of every row of a window, in a table of the same columns. */
    Map<String, Set<Long>> rowDigests(ShardId shard, String fromTable, Window window) {
        String sql = "select r.read_at::text, " + table.rowDigest("r") + " from " + fromTable + " r"
                + " where r.turbine_id = ? and r." + lowerBound(window.after()) + " and r.read_at <= ?::timestamptz";
        return sessions.reading(shard, connection -> {
            Map<String, Set<Long>> digests = new HashMap<>();
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                bindWindow(statement, window);
                try (ResultSet row = statement.executeQuery()) {
                    while (row.next()) {
                        digests.computeIfAbsent(row.getString(1), key -> new HashSet<>(1)).add(row.getLong(2));
                    }
                }
            }
            return digests;
        });
    }

    static String lowerBound(Optional<PgInstant> after) {
        return after.isPresent() ? "read_at > ?::timestamptz" : "read_at >= '-infinity'";
    }

    private int bindTurbineAndLower(PreparedStatement statement, Optional<PgInstant> after) throws SQLException {
        statement.setString(1, turbine);
        if (after.isEmpty()) {
            return 2;
        }
        statement.setString(2, after.get().text());
        return 3;
    }

    void bindWindow(PreparedStatement statement, Window window) throws SQLException {
        int next = bindTurbineAndLower(statement, window.after());
        statement.setString(next, window.upTo().text());
    }

    private void sameColumns(ShardId shard, String fingerprint) {
        if (!fingerprint.equals(table.fingerprint())) {
            throw new SetAsideException("the columns of readings on " + shard + " changed in the middle of the move");
        }
    }

    static ReadingsTable table(MoverSessions sessions, ShardId shard) {
        return sessions.reading(shard, (Connection connection) -> ReadingsTable.read(connection));
    }
}
