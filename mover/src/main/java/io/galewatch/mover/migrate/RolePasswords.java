package io.galewatch.mover.migrate;

import io.galewatch.routing.db.Credentials;
import io.galewatch.routing.db.Role;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.postgresql.PGConnection;

/**
 * Lets the roles log in. The driver computes the SCRAM verifier, so that the password itself is in no statement and no
 * server log. The time limits are a floor under whoever logs in by hand or forgets his own: a box sets shorter ones.
 */
final class RolePasswords {

    private static final List<String> LIMITS = List.of("set lock_timeout = '10s'",
            "set idle_in_transaction_session_timeout = '10s'");

    private RolePasswords() {}

    static void set(Connection connection, Credentials credentials) throws SQLException {
        for (Role role : Role.values()) {
            connection.unwrap(PGConnection.class).alterUserPassword(role.login(),
                    credentials.password(role).toCharArray(), "scram-sha-256");
            try (Statement statement = connection.createStatement()) {
                for (String limit : LIMITS) {
                    statement.execute("alter role " + role.login() + " " + limit);
                }
                statement.execute("alter role " + role.login() + " set statement_timeout = '" + longest(role) + "'");
                statement.execute(
                        "alter role " + role.login() + " set transaction_timeout = '" + longest(role) + "'");
                // Last: until then, a box that starts early waits as for a database that is away.
                statement.execute("alter role " + role.login() + " login");
            }
        }
    }

    private static String longest(Role role) {
        return switch (role) {
            case INGEST -> "5s";
            case READER -> "60s";
            case MOVER -> "10min";
        };
    }
}
