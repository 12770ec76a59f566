package io.galewatch.routing.testing;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.postgresql.PostgreSQLContainer;

/**
 * A PostgreSQL 18 that asks for passwords and keeps what it acknowledges: in a container if a Docker engine answers, else
 * embedded. It ends with the JVM.
 *
 * @param kind for people: docker or embedded
 */
record TestServer(String kind, String host, int port) {

    static final String SUPERUSER = "postgres";
    static final String PASSWORD = "superuser-of-the-tests";

    static TestServer start() {
        return DockerClientFactory.instance().isDockerAvailable() ? inDocker() : embedded();
    }

    @SuppressWarnings("resource") // Testcontainers ends it with the JVM.
    private static TestServer inDocker() {
        PostgreSQLContainer container = new PostgreSQLContainer("postgres:18").withUsername(SUPERUSER).withPassword(
                PASSWORD).withCommand("postgres", "-c", "fsync=on", "-c", "max_connections=400");
        container.start();
        return new TestServer("docker", container.getHost(),
                container.getMappedPort(PostgreSQLContainer.POSTGRESQL_PORT));
    }

    private static TestServer embedded() {
        try {
            Path data = Files.createTempDirectory("galewatch-test-postgres");
            EmbeddedPostgres postgres = EmbeddedPostgres.builder().setDataDirectory(data).setCleanDataDirectory(
                    true).setServerConfig("fsync",
                            "on").setServerConfig(
                                    "synchronous_commit", "on").setServerConfig("full_page_writes",
                                            "on").setServerConfig(
                                                    "max_connections", "400").setLocaleConfig("locale",
                                                            "C").setLocaleConfig(
                                                                    "encoding", "UTF8").start();
            askForPasswords(postgres, data);
            return new TestServer("embedded", "127.0.0.1", postgres.getPort());
        } catch (IOException e) {
            throw new UncheckedIOException("no PostgreSQL for the tests", e);
        } catch (SQLException e) {
            throw new IllegalStateException("the PostgreSQL of the tests can't be set up", e);
        }
    }

    /** Embedded Postgres trusts everybody; the product's does not. */
    private static void askForPasswords(EmbeddedPostgres postgres, Path data) throws SQLException, IOException {
        try (Connection connection = postgres.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("alter role " + SUPERUSER + " password '" + PASSWORD + "'");
            Files.writeString(data.resolve("pg_hba.conf"), """
                host all all 127.0.0.1/32 scram-sha-256
                host all all ::1/128 scram-sha-256
                local all all scram-sha-256
                """);
            statement.execute("select pg_reload_conf()");
        }
    }

    String url(String database) {
        return "jdbc:postgresql://" + host + ":" + port + "/" + database;
    }

    Connection superuser(String database) {
        try {
            return DriverManager.getConnection(url(database), SUPERUSER, PASSWORD);
        } catch (SQLException e) {
            throw new IllegalStateException("no connection to " + url(database), e);
        }
    }

    void execute(String database, String... statements) {
        try (Connection connection = superuser(database); Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new IllegalStateException("on " + database + ": " + String.join("; ", statements), e);
        }
    }
}
