package io.galewatch.sim.compose;

import io.galewatch.sim.checker.ShardAccess;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.IntStream;
import picocli.CommandLine.Option;

/** Where the databases are. */
final class FleetAddresses {

    @Option(names = "--routing", paramLabel = "URL", required = true, defaultValue = "${env:GALEWATCH_ROUTING_URL}", description = "JDBC URL of the routing database (default: GALEWATCH_ROUTING_URL)")
    private String routing = "";

    @Option(names = "--shards", paramLabel = "URL", split = ",", required = true, defaultValue = "${env:GALEWATCH_SHARD_URLS}", description = "JDBC URLs of all shards in index order (default: GALEWATCH_SHARD_URLS)")
    private List<String> shards = List.of();

    /** The map that the routing database calls the newest. */
    record Newest(long epoch, int shards, boolean complete) {}

    Connection shard(int index, Login login) throws SQLException {
        return DriverManager.getConnection(shards.get(index), login.user(), login.password());
    }

    /** Who logs in. */
    record Login(String user, String password) {
        @Override
        public String toString() {
            return user;
        }
    }

    List<ShardAccess> accesses(Login login) {
        return IntStream.range(0, shards.size()).mapToObj(
                index -> new ShardAccess(index, shards.get(index), login.user(), login.password())).toList();
    }

    Newest newest(Login login) throws SQLException {
        try (Connection connection = DriverManager.getConnection(routing, login.user(), login.password());
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("""
                    select epoch, shards, completed_at is not null from routing_epoch order by epoch desc limit 1
                    """)) {
            if (!row.next()) {
                throw new SQLException("the routing database has no map yet: migrate has not run");
            }
            return new Newest(row.getLong(1), row.getInt(2), row.getBoolean(3));
        }
    }
}
