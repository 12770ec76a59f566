package io.galewatch.sim.bench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * {@code insert … select} through postgres_fdw with its defaults: on the target, which reads a hundred rows at a time from the
 * source, or on the source, which writes one row at a time to the target.
 */
public final class ForeignCopy implements UnverifiedMove.Copy {

    private static final String REMOTE = "bench_remote.readings";
    private static final String INSERT = "insert into %s select * from %s where turbine_id = ?";

    private final Connection here;
    private final String insert;

    private ForeignCopy(Connection here, String insert) {
        this.here = here;
        this.insert = insert;
    }

    public static boolean isAvailable(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "select 1 from pg_available_extensions where name = 'postgres_fdw'")) {
            return row.next();
        }
    }

    /**
     * The target reads.
     *
     * @param target as superuser, to make the extension, the server and the foreign table anew
     * @param port of the source, on this machine
     */
    public static ForeignCopy reading(Connection target, String database, int port, String user, String password)
            throws SQLException {
        create(target, database, port, user, password);
        return new ForeignCopy(target, INSERT.formatted(UnverifiedMove.TABLE, REMOTE));
    }

    /**
     * The source writes.
     *
     * @param source as superuser, likewise
     * @param port of the target
     */
    public static ForeignCopy writing(Connection source, String database, int port, String user, String password)
            throws SQLException {
        create(source, database, port, user, password);
        return new ForeignCopy(source, INSERT.formatted(REMOTE, UnverifiedMove.TABLE));
    }

    private static void create(Connection superuser, String database, int port, String user, String password)
            throws SQLException {
        try (Statement statement = superuser.createStatement()) {
            statement.execute("drop schema if exists bench_remote cascade");
            statement.execute("drop extension if exists postgres_fdw cascade");
            statement.execute("create extension postgres_fdw schema public");
            statement.execute("create server other foreign data wrapper postgres_fdw options (host '127.0.0.1', port '"
                    + port + "', dbname '" + database + "')");
            statement.execute("create user mapping for current_user server other options (user '" + user
                    + "', password '" + password + "')");
            statement.execute("create schema bench_remote");
            statement.execute("import foreign schema bench limit to (readings) from server other into bench_remote");
        }
    }

    @Override
    public void copy(String turbine) throws SQLException {
        try (PreparedStatement statement = here.prepareStatement(insert)) {
            statement.setString(1, turbine);
            statement.executeUpdate();
        }
    }
}
