package io.galewatch.sim.postgres;

import io.galewatch.sim.process.Launcher;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.flywaydb.core.Flyway;

/** A real server for a test, on a free port, with as many shard databases as wanted. */
public final class TestServer implements AutoCloseable {

    public static final String PASSWORD = "test";

    private final Server server;

    private TestServer(Server server) {
        this.server = server;
    }

    public static TestServer start(Path directory) throws IOException {
        Server server = create(directory);
        server.start();
        return new TestServer(server);
    }

    static Server create(Path directory) throws IOException {
        Server server = new Server(new Launcher(), PostgresBinaries.unpack(), new ServerSettings("test", freePort(),
                directory.resolve("postgres"), directory.resolve("postgres.log"), PASSWORD));
        server.initialise();
        return server;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    public int port() {
        return server.port();
    }

    public String url(String database) {
        return "jdbc:postgresql://127.0.0.1:" + server.port() + "/" + database;
    }

    public Connection connect(String database) throws SQLException {
        return server.connectAsSuperuserTo(database);
    }

    /** A shard as migrate leaves it, by the same SQL. */
    public void createShard(String database, int index, int divisor) throws SQLException {
        execute("postgres", "create database " + database);
        Flyway.configure().dataSource(url(database), Server.SUPERUSER, PASSWORD).locations(
                "filesystem:" + System.getProperty("repo.root") + "/sql/shard").load().migrate();
        execute(database, """
            insert into shard_identity (fleet_id, shard_index) values ('11111111-1111-1111-1111-111111111111', %d);
            insert into shard_map (epoch, shards, map_id) values (1, %d, '22222222-2222-2222-2222-222222222222')
            """.formatted(index, divisor));
    }

    public void execute(String database, String sql) throws SQLException {
        try (Connection connection = connect(database); Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void close() {
        server.stopImmediately();
    }
}
