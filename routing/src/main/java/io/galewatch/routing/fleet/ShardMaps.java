package io.galewatch.routing.fleet;

import io.galewatch.routing.db.Failure;
import io.galewatch.routing.map.ShardMap;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.postgresql.util.PSQLException;

/** The map as one shard keeps it: read it, offer it a newer one. */
public final class ShardMaps {

    private static final int OFFERS = 20;

    /** What the SQL function map_as_json writes. */
    private static final Pattern AS_JSON = Pattern.compile(
            "\"epoch\" : (\\d+), \"shards\" : (\\d+), \"mapId\" : \"([0-9a-f-]{36})\"");

    private ShardMaps() {}

    /** The map that the shard obeys. */
    public static ShardMap read(DataSource shard) throws SQLException {
        try (Connection connection = shard.getConnection()) {
            return read(connection);
        }
    }

    /** The map that the shard obeys, in the caller's transaction. */
    public static ShardMap read(Connection connection) throws SQLException {
        return query(connection, "select epoch, shards, map_id from shard_map");
    }

    /**
     * Brings a shard to a map, unless it obeys a newer one. In a transaction of its own. Sessions that have held the map
     * for longer than an honest transaction does are ended on the way.
     *
     * @return the map that the shard obeys now
     * @throws SQLException also when the epoch stands for another map there (GW003)
     */
    public static ShardMap offer(DataSource shard, ShardMap map) throws SQLException {
        SQLException last = new SQLException("not tried");
        for (int attempt = 0; attempt < OFFERS; attempt++) {
            try (Connection connection = shard.getConnection()) {
                connection.setAutoCommit(true);
                try {
                    return adopt(connection, map);
                } catch (SQLException e) {
                    if (Failure.of(e) != Failure.RETRY) {
                        throw e;
                    }
                    last = e;
                    evictHolders(connection);
                }
            }
        }
        throw last;
    }

    /** The map that a refusing shard named in its answer (GW003, GW004). */
    public static Optional<ShardMap> inAnswer(SQLException refusal) {
        for (Throwable cause = refusal; cause != null; cause = cause.getCause()) {
            if (cause instanceof PSQLException e && e.getServerErrorMessage() != null) {
                String detail = e.getServerErrorMessage().getDetail();
                Matcher map = AS_JSON.matcher(detail == null ? "" : detail);
                if (map.find()) {
                    return Optional.of(new ShardMap(Long.parseLong(map.group(1)), Integer.parseInt(map.group(2)),
                            UUID.fromString(map.group(3))));
                }
            }
        }
        return Optional.empty();
    }

    private static ShardMap adopt(Connection connection, ShardMap map) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                "select epoch, shards, map_id from map_adopt(?, ?, ?)")) {
            statement.setLong(1, map.epoch());
            statement.setInt(2, map.shards());
            statement.setObject(3, map.mapId());
            try (ResultSet row = statement.executeQuery()) {
                return map(row);
            }
        }
    }

    private static void evictHolders(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("select map_evict_holders()")) {
            statement.execute();
        }
    }

    private static ShardMap query(Connection connection, String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql); ResultSet row = statement.executeQuery()) {
            return map(row);
        }
    }

    private static ShardMap map(ResultSet row) throws SQLException {
        if (!row.next()) {
            throw new SQLException("this shard has no map yet: run migrate", "GW003");
        }
        return new ShardMap(row.getLong(1), row.getInt(2), row.getObject(3, UUID.class));
    }
}
