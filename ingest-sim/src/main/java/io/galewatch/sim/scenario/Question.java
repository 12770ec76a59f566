package io.galewatch.sim.scenario;

import io.galewatch.sim.postgres.Server;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;

/** Questions to a database of the stage, straight and as superuser: the lab sees what no box could. */
public final class Question {

    /** Makes a value of the row. */
    @FunctionalInterface
    public interface Mapping<T> {
        T of(ResultSet row) throws SQLException;
    }

    private Question() {}

    /** The first row of a query. */
    public static <T> Optional<T> ask(Server server, String sql, Mapping<T> mapping) {
        try (Connection connection = server.connectAsSuperuserTo(Server.DATABASE);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            return row.next() ? Optional.of(mapping.of(row)) : Optional.empty();
        } catch (SQLException e) {
            throw new Unanswered(server.name() + ": " + sql, e);
        }
    }

    /** The first column of the only row. */
    public static long number(Server server, String sql) {
        return ask(server, sql, row -> row.getLong(1)).orElseThrow(() -> new IllegalStateException("no row: " + sql));
    }

    /** Whether there is a row. */
    public static boolean any(Server server, String sql) {
        return ask(server, sql, row -> true).isPresent();
    }

    /** Executes statements. */
    public static void tell(Server server, String sql) {
        try (Connection connection = server.connectAsSuperuserTo(Server.DATABASE);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new Unanswered(server.name() + ": " + sql, e);
        }
    }
}
