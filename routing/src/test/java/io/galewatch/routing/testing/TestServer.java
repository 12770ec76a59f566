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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.springframework.util.FileSystemUtils;
import org.testcontainers.postgresql.PostgreSQLContainer;

/**
 * A PostgreSQL 18 that asks for passwords and keeps what it acknowledges: in a container if a Docker engine has, or gets,
 * the image, else embedded. It ends with the JVM.
 *
 * @param kind for people: docker or embedded
 */
record TestServer(String kind, String host, int port) {

    private static final String IMAGE = "postgres:18";
    static final String SUPERUSER = "postgres";
    static final String PASSWORD = "superuser-of-the-tests";

    static TestServer start() {
        return hasImage("image", "inspect", IMAGE) || hasImage("pull", "-q", IMAGE) ? inDocker() : embedded();
    }

    /** By the command line, which says at once what an engine without a way out takes minutes to find. */
    private static boolean hasImage(String... arguments) {
        List<String> command = new ArrayList<>(List.of("docker"));
        command.addAll(List.of(arguments));
        try {
            Process docker = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(
                    ProcessBuilder.Redirect.DISCARD).start();
            if (!docker.waitFor(120, TimeUnit.SECONDS)) {
                docker.destroyForcibly();
                return false;
            }
            return docker.exitValue() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @SuppressWarnings("resource") // Testcontainers ends it with the JVM.
    private static TestServer inDocker() {
        PostgreSQLContainer container = new PostgreSQLContainer(IMAGE).withUsername(SUPERUSER).withPassword(
                PASSWORD).withCommand("postgres", "-c", "fsync=on", "-c", "max_connections=400");
        container.start();
        return new TestServer("docker", container.getHost(),
                container.getMappedPort(PostgreSQLContainer.POSTGRESQL_PORT));
    }

    private static TestServer embedded() {
        try {
            Path data = Files.createTempDirectory("galewatch-test-postgres");
            EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder().setRegisterShutdownHook(false);
            builder.setDataDirectory(data).setCleanDataDirectory(true);
            builder.setLocaleConfig("locale", "C").setLocaleConfig("encoding", "UTF8");
            builder.setServerConfig("fsync", "on").setServerConfig("full_page_writes", "on");
            builder.setServerConfig("synchronous_commit", "on").setServerConfig("max_connections", "400");
            EmbeddedPostgres postgres = builder.start();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> throwAway(data), "throw away the tests' Postgres"));
            askForPasswords(postgres, data);
            return new TestServer("embedded", "127.0.0.1", postgres.getPort());
        } catch (IOException e) {
            throw new UncheckedIOException("no PostgreSQL for the tests", e);
        } catch (SQLException e) {
            throw new IllegalStateException("the PostgreSQL of the tests can't be set up", e);
        }
    }

    /** Immediately: an orderly stop first writes everything that the tests left, which can take a minute. */
    private static void throwAway(Path data) {
        try {
            String postmaster = Files.readAllLines(data.resolve("postmaster.pid")).getFirst();
            Optional<ProcessHandle> server = ProcessHandle.of(Long.parseLong(postmaster.strip()));
            new ProcessBuilder("kill", "-QUIT", postmaster.strip()).start().waitFor();
            if (server.isPresent()) {
                server.get().onExit().get(20, TimeUnit.SECONDS);
            }
            FileSystemUtils.deleteRecursively(data);
        } catch (IOException | ExecutionException | TimeoutException e) {
            throw new IllegalStateException("the tests' Postgres in " + data + " is not gone", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
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
