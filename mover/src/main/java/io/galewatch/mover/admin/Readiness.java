package io.galewatch.mover.admin;

import io.galewatch.routing.fleet.ShardMaps;
import io.galewatch.routing.map.ShardMap;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * What a shard must show before it may become a home. That it is this shard of this fleet was proved by the connection.
 *
 * @param map the map that it obeys
 * @param schema fingerprint of the columns of its readings
 * @param fence token of its fence
 */
record Readiness(ShardMap map, String schema, long fence) {

    private static final String ASK = "select readings_fingerprint(), (select token from mover_fence)";

    static Readiness ask(Connection connection) throws SQLException {
        ShardMap map = ShardMaps.read(connection);
        try (PreparedStatement statement = connection.prepareStatement(ASK); ResultSet row = statement.executeQuery()) {
            row.next();
            String schema = row.getString(1);
            long fence = row.getLong(2);
            if (schema == null || row.wasNull()) {
                throw new SQLException(schema == null ? "it has no table readings" : "it has no fence row", "42P01");
            }
            return new Readiness(map, schema, fence);
        }
    }
}
