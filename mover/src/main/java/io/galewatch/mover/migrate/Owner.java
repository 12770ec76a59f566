package io.galewatch.mover.migrate;

import io.galewatch.mover.config.Database;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** Logs in as the owner. */
final class Owner {

    private final String username;
    private final String password;

    Owner(String username, String password) {
        this.username = username;
        this.password = password;
    }

    DataSource of(Database database) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(database.url());
        source.setUser(username);
        source.setPassword(password);
        source.setConnectTimeout(10);
        source.setApplicationName("gw:migrate");
        source.setOptions("-c TimeZone=UTC");
        return source;
    }

    /** What is to be done on one database, in one transaction. */
    interface Work<T> {
        T on(Connection connection) throws SQLException;
    }

    /** Does it, and names the database when that fails. */
    <T> T in(Database database, Work<T> work) throws SQLException {
        try (Connection connection = of(database).getConnection()) {
            connection.setAutoCommit(false);
            T result = work.on(connection);
            connection.commit();
            return result;
        } catch (SQLException e) {
            throw new SQLException(database + ": " + e.getMessage(), e.getSQLState(), e);
        }
    }
}
