package io.galewatch.sim.lab;

import io.galewatch.sim.postgres.Server;
import io.galewatch.sim.relay.Relay;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.postgresql.PGConnection;

/** Direct and through a relay in turns, so that both meet the same machine; medians are compared. */
final class RelayBench {

    private static final int ROUNDS = 9;
    private static final int ROUND_TRIPS = 2_000;
    private static final String COPY = "copy (select g, md5(g::text) from generate_series(1, 500000) g) to stdout";

    private interface Work {

        void on(Connection connection) throws SQLException, IOException;
    }

    private final Server server;
    private final String password;

    RelayBench(Server server, String password) {
        this.server = server;
        this.password = password;
    }

    String run() throws SQLException, IOException {
        try (Relay relay = Relay.open(0, new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
                Connection direct = connect(server.port());
                Connection relayed = connect(relay.port())) {
            return compare("round trips", RelayBench::roundTrips, direct, relayed)
                    + compare("copy out", RelayBench::copyOut, direct, relayed);
        }
    }

    private Connection connect(int port) throws SQLException {
        return DriverManager.getConnection("jdbc:postgresql://127.0.0.1:" + port + "/postgres", Server.SUPERUSER,
                password);
    }

    private static String compare(String name, Work work, Connection direct, Connection relayed)
            throws SQLException, IOException {
        List<Double> directly = new ArrayList<>();
        List<Double> throughRelay = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            directly.add(seconds(work, direct));
            throughRelay.add(seconds(work, relayed));
        }
        double first = median(directly);
        double second = median(throughRelay);
        return "%-12s  direct %.3f s  relay %.3f s  ratio %.2f%n".formatted(name, first, second, second / first);
    }

    private static double seconds(Work work, Connection connection) throws SQLException, IOException {
        long started = System.nanoTime();
        work.on(connection);
        return (System.nanoTime() - started) / 1e9;
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().skip(values.size() / 2).findFirst().orElseThrow();
    }

    private static void roundTrips(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("select 1")) {
            for (int i = 0; i < ROUND_TRIPS; i++) {
                statement.executeQuery().close();
            }
        }
    }

    private static void copyOut(Connection connection) throws SQLException, IOException {
        connection.unwrap(PGConnection.class).getCopyAPI().copyOut(COPY, OutputStream.nullOutputStream());
    }
}
