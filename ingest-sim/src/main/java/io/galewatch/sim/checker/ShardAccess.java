package io.galewatch.sim.checker;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** The direct way to one shard, without any relay or box between. */
public record ShardAccess(int index, String url, String user, String password) {

    /** The product's roles have short timeouts; a check of a long history waits for one shard while it reads another. */
    private static final String WITHOUT_LIMITS = """
        set statement_timeout = 0;
        set transaction_timeout = 0;
        set idle_in_transaction_session_timeout = 0;
        set idle_session_timeout = 0
        """;

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
        try (Statement statement = connection.createStatement()) {
            statement.execute(WITHOUT_LIMITS);
        }
        connection.setAutoCommit(false); // Only then does the driver stream rows in place of collecting them.
        return connection;
    }

    @Override
    public String toString() {
        return name();
    }
}
