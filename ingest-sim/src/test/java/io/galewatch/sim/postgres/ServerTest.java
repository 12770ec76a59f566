package io.galewatch.sim.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.galewatch.sim.process.ProcessIdentity;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerTest {

    @TempDir
    Path directory = Path.of("");

    private Server server = unset();

    private static Server unset() {
        return new Server(new io.galewatch.sim.process.Launcher(), PostgresBinaries.unpack(),
                new ServerSettings("unset", 1, Path.of("/nowhere/data"), Path.of("/nowhere/log"), ""));
    }

    @BeforeEach
    void start() throws Exception {
        server = TestServer.create(directory);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stopImmediately();
    }

    @Test
    void isDurableAndAsksForPasswords() throws SQLException {
        assertThat(query("show fsync")).isEqualTo("on");
        assertThat(query("show synchronous_commit")).isEqualTo("on");
        assertThat(query("select string_agg(distinct auth_method, ',') from pg_hba_file_rules")).isEqualTo(
                "scram-sha-256");
        String url = "jdbc:postgresql://127.0.0.1:" + server.port() + "/postgres";
        assertThatThrownBy(() -> DriverManager.getConnection(url, Server.SUPERUSER, "wrong")).isInstanceOf(
                SQLException.class).hasMessageContaining("password authentication failed");
    }

    @Test
    void keepsWhatWasCommittedThroughEveryWayOfStopping() throws SQLException {
        execute("create table kept as select 1 as n");
        server.stopImmediately();
        assertThat(server.pid()).isEmpty();
        server.start();
        ProcessIdentity before = server.pid().orElseThrow();
        execute("insert into kept values (2)");
        server.restart();
        assertThat(server.pid().orElseThrow()).isNotEqualTo(before);
        assertThat(query("select sum(n) from kept")).isEqualTo("3");
    }

    @Test
    void goesBackInTimeFromACopyOfItsData() throws SQLException {
        execute("create table kept as select 1 as n");
        server.stopFast();
        server.copyDataDirectoryTo(directory.resolve("copy"));
        server.start();
        execute("insert into kept values (2)");
        assertThatThrownBy(() -> server.restoreDataDirectoryFrom(directory.resolve("copy"))).isInstanceOf(
                IllegalStateException.class).hasMessageContaining("it runs");
        server.stopFast();
        server.restoreDataDirectoryFrom(directory.resolve("copy"));
        server.start();
        assertThat(query("select sum(n) from kept")).isEqualTo("1");
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = server.connectAsSuperuserTo("postgres");
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private String query(String sql) throws SQLException {
        try (Connection connection = server.connectAsSuperuserTo("postgres");
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }
}
