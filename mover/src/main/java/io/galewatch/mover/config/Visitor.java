package io.galewatch.mover.config;

import io.galewatch.routing.db.Credentials;
import io.galewatch.routing.db.Role;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/** Asks databases who they are, over plain connections: a pool can't be opened before the fleet is known. */
final class Visitor {

    private static final String SCHEMA = "select max(split_part(version, '.', 1)::integer) from flyway_schema_history where success";

    private final List<Database> databases;
    private final Credentials credentials;
    private final Duration timeout;

    Visitor(List<Database> databases, Credentials credentials, Duration timeout) {
        this.databases = databases;
        this.credentials = credentials;
        this.timeout = timeout;
    }

    List<Visit> visitAll() throws InterruptedException {
        return visit(databases);
    }

    /** All at the same time, so that one that is away costs its timeout once. */
    List<Visit> visit(List<Database> some) throws InterruptedException {
        try (ExecutorService parallel = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Visit>> visits = some.stream().map(one -> parallel.submit(() -> visit(one))).toList();
            return visits.stream().map(Visitor::result).toList();
        }
    }

    private static Visit result(Future<Visit> visit) {
        try {
            return visit.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("a visit answers or is silent", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while asking the databases who they are", e);
        }
    }

    private Visit visit(Database database) {
        try (Connection connection = open(database.url())) {
            boolean durable = one(connection, "select current_setting('fsync') = 'on'", Boolean.class);
            if (!one(connection, "select to_regclass('public.flyway_schema_history') is not null", Boolean.class)) {
                return new Visit.Answered(database, OptionalInt.empty(), null, null, durable);
            }
            OptionalInt schema = OptionalInt.of(one(connection, SCHEMA, Integer.class));
            return database.shard().isEmpty()
                    ? new Visit.Answered(database, schema,
                            maybe(connection, "select fleet_id from fleet", UUID.class), null, durable)
                    : new Visit.Answered(database, schema,
                            maybe(connection, "select fleet_id from shard_identity", UUID.class),
                            maybe(connection, "select shard_index from shard_identity", Integer.class), durable);
        } catch (SQLException e) {
            return new Visit.Silent(database, String.valueOf(e.getMessage()).lines().findFirst().orElse("no reason"));
        }
    }

    private Connection open(String url) throws SQLException {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(url);
        source.setUser(Role.READER.login());
        source.setPassword(credentials.password(Role.READER));
        int seconds = Math.toIntExact(Math.max(1, timeout.plusMillis(999).toSeconds()));
        source.setConnectTimeout(seconds);
        source.setLoginTimeout(seconds + 1);
        source.setSocketTimeout(seconds);
        source.setApplicationName("gw:start");
        return source.getConnection();
    }

    private static <T> T one(Connection connection, String sql, Class<T> type) throws SQLException {
        T value = maybe(connection, sql, type);
        if (value == null) {
            throw new SQLException("no answer to: " + sql);
        }
        return value;
    }

    private static <T> @Nullable T maybe(Connection connection, String sql, Class<T> type) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql); ResultSet row = statement.executeQuery()) {
            return row.next() ? row.getObject(1, type) : null;
        }
    }
}
