package io.galewatch.sim.lab;

import io.galewatch.sim.process.Launcher;
import io.galewatch.sim.process.OsProcess;
import io.galewatch.sim.process.Signal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** How the service's jar is run: as a box and as the migrate command. Secrets travel in the environment only. */
final class BoxJar {

    private static final Duration MIGRATE_LIMIT = Duration.ofSeconds(90);

    private final FleetSettings settings;
    private final Layout layout;
    private final StateFile state;
    private final Launcher launcher;

    BoxJar(FleetSettings settings, StateFile state, Launcher launcher) {
        this.settings = settings;
        this.layout = settings.layout();
        this.state = state;
        this.launcher = launcher;
    }

    OsProcess startBox(String name, int port) {
        LabState known = state.require();
        Map<String, String> environment = new TreeMap<>();
        environment.put("GALEWATCH_BOX", name);
        environment.put("SERVER_PORT", Integer.toString(port));
        environment.put("SERVER_ADDRESS", "127.0.0.1");
        environment.put("GALEWATCH_ADMIN_USERNAME", Users.ADMIN);
        environment.put("GALEWATCH_ADMIN_PASSWORD", known.password(Users.ADMIN));
        environment.put("GALEWATCH_CLAIM_LEASE", settings.lease().toMillis() + "ms");
        environment.putAll(databaseUrls(database -> known.relayPort(name, database)));
        environment.putAll(rolePasswords(known));
        settings.boxSettings().forEach((key, value) -> environment.put(environmentName(key), value));
        return launcher.start(java(List.of("-Xmx256m", "-XX:+UseSerialGC")), environment, layout.work(),
                layout.log(name));
    }

    /**
     * Starts another program of this lab in the place of a box: it has the box's links and the passwords of its roles.
     *
     * @param more its own settings
     */
    OsProcess startInstead(String name, Class<?> program, Map<String, String> more) {
        LabState known = state.require();
        Map<String, String> environment = new TreeMap<>(more);
        environment.put("GALEWATCH_BOX", name);
        environment.putAll(databaseUrls(database -> known.relayPort(name, database)));
        environment.putAll(rolePasswords(known));
        return launcher.start(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                layout.marker(), "-Xmx128m", "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"),
                program.getName()), environment, layout.work(), layout.log(name));
    }

    /** Runs migrate to its end, straight to the databases. */
    void migrate(Databases databases) {
        LabState known = state.require();
        Map<String, String> environment = new TreeMap<>(
                databaseUrls(database -> databases.server(database).port()));
        environment.put("GALEWATCH_MIGRATE_OWNER_USERNAME", Users.OWNER);
        environment.put("GALEWATCH_MIGRATE_OWNER_PASSWORD", known.password(Users.OWNER));
        environment.put("GALEWATCH_MIGRATE_SHARDS", Integer.toString(settings.from()));
        environment.putAll(rolePasswords(known));
        List<String> command = new ArrayList<>(java(List.of("-Xmx256m", "-XX:+UseSerialGC")));
        command.add("migrate");
        OsProcess migration = launcher.start(command, environment, layout.work(), layout.log("migrate"));
        if (!migration.awaitExit(MIGRATE_LIMIT)) {
            migration.send(Signal.KILL);
            throw new DeadlinePassed(
                    "migrate did not finish within " + MIGRATE_LIMIT + ", see " + layout.log("migrate"));
        }
        int exit = launcher.exitCode(migration);
        if (exit != 0) {
            throw new EnvironmentProblem("migrate failed with exit code " + exit + ", see " + layout.log("migrate"));
        }
    }

    private List<String> java(List<String> options) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add(layout.marker());
        command.addAll(options);
        command.addAll(List.of("-jar", settings.boxJar().toString()));
        return command;
    }

    private interface PortOf {

        int port(String database);
    }

    private Map<String, String> databaseUrls(PortOf ports) {
        Map<String, String> urls = new TreeMap<>();
        urls.put("GALEWATCH_ROUTING_URL", Databases.url(ports.port(Databases.ROUTING)));
        for (int i = 0; i < settings.shardServers(); i++) {
            urls.put("GALEWATCH_SHARDS_%d_URL".formatted(i), Databases.url(ports.port(FleetSettings.shardName(i))));
        }
        return urls;
    }

    private static Map<String, String> rolePasswords(LabState known) {
        return Map.of("GALEWATCH_ROLES_MOVER_PASSWORD", known.password(Users.MOVER), "GALEWATCH_ROLES_INGEST_PASSWORD",
                known.password(Users.INGEST), "GALEWATCH_ROLES_READER_PASSWORD", known.password(Users.READER));
    }

    /** Spring's relaxed binding of environment variables: dots and list indexes become underscores, dashes vanish. */
    static String environmentName(String property) {
        return property.replace("-", "").replace("[", "_").replace("]", "").replace('.', '_').toUpperCase(Locale.ROOT);
    }
}
