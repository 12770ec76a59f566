package io.galewatch.sim.checker;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** The direct way to one shard, without any relay or box between. */
public record ShardAccess(int index, String url, String user, String password) {

    public String name() {
        return "shard-" + (index + 1);
    }

    Connection connect() throws SQLException {
        Connection connection = DriverManager.getConnection(url, user, password);
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select shard_index from shard_identity")) {
            if (!row.next() || row.getInt(1) != index) {
                connection.close();
                throw new IllegalStateException(url + " is not " + name());
            }
        }
        connection.setAutoCommit(false); // Only then does the driver stream rows in place of collecting them.
        return connection;
    }

    @Override
    public String toString() {
        return name();
    }
}
