package io.galewatch.sim.lab;

import io.galewatch.sim.checker.Checker;
import io.galewatch.sim.checker.ShardAccess;
import io.galewatch.sim.postgres.PostgresBinaries;
import io.galewatch.sim.postgres.Server;
import io.galewatch.sim.postgres.ServerSettings;
import io.galewatch.sim.process.Launcher;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The routing database and all shards, also those beyond N: one server each. */
public final class Databases {

    public static final String ROUTING = "routing";
    private static final String LOCALHOST_URL = "jdbc:postgresql://127.0.0.1:%d/" + Server.DATABASE;

    private final List<Server> servers;
    private final StateFile state;

    private Databases(List<Server> servers, StateFile state) {
        this.servers = List.copyOf(servers);
        this.state = state;
    }

    public static String url(int port) {
        return LOCALHOST_URL.formatted(port);
    }

    /** The servers of the state file, whether they run or not. */
    static Databases of(LabState known, Layout layout, StateFile state, Launcher launcher) {
        PostgresBinaries binaries = PostgresBinaries.unpack();
        List<Server> servers = new ArrayList<>();
        for (LabState.DatabaseEntry entry : known.databases()) {
            servers.add(new Server(launcher, binaries, new ServerSettings(entry.name(), entry.port(),
                    layout.dataDirectory(entry.name()), layout.log("postgres-" + entry.name()),
                    known.password(Server.SUPERUSER))));
        }
        return new Databases(servers, state);
    }

    /** Makes and starts every server at once, each with the owner role and its database. */
    void create() {
        String ownerPassword = state.require().password(Users.OWNER);
        Together.forEach(servers, server -> {
            server.initialise();
            server.start();
            record(server);
            createOwnerAndDatabase(server, ownerPassword);
        });
    }

    private void record(Server server) {
        state.update(known -> known.with(new LabState.DatabaseEntry(server.name(), server.directUrl(), server.port(),
                server.pid().map(process -> process.pid()).orElse(null), server.dataDirectory().toString())));
    }

    private static void createOwnerAndDatabase(Server server, String ownerPassword) throws SQLException {
        try (Connection connection = server.connectAsSuperuserTo("postgres");
                Statement statement = connection.createStatement()) {
            // The password is hexadecimal, and DDL takes no parameters.
            statement.execute("create role %s login createrole password '%s'".formatted(Users.OWNER, ownerPassword));
            statement.execute("create database %s owner %s".formatted(Server.DATABASE, Users.OWNER));
        }
    }

    public List<Server> all() {
        return servers;
    }

    public Server routing() {
        return server(ROUTING);
    }

    /** The shards in the order of their index. */
    public List<Server> shards() {
        return IntStream.range(0, servers.size() - 1).mapToObj(i -> server(FleetSettings.shardName(i))).toList();
    }

    public Server server(String name) {
        return servers.stream().filter(server -> server.name().equals(name)).findFirst().orElseThrow(
                () -> new IllegalArgumentException("no database " + name));
    }

    /** Stops all servers at once, after the boxes are gone. */
    void stop() {
        Together.forEach(servers, Server::stopFast);
    }

    public Connection asReader(Server server) throws SQLException {
        return server.connect(Users.READER, state.require().password(Users.READER));
    }

    Connection asIngest(Server server) throws SQLException {
        return server.connect(Users.INGEST, state.require().password(Users.INGEST));
    }

    public Connection asOwner(Server server) throws SQLException {
        return server.connect(Users.OWNER, state.require().password(Users.OWNER));
    }

    /** A checker that expects every turbine on its home under this N. */
    public Checker checker(int divisor) {
        String password = state.require().password(Users.READER);
        List<Server> shards = shards();
        List<ShardAccess> accesses = IntStream.range(0, shards.size()).mapToObj(
                i -> new ShardAccess(i, shards.get(i).directUrl(), Users.READER, password)).toList();
        return new Checker(accesses, divisor, Runtime.getRuntime().availableProcessors());
    }
}
