package io.galewatch.mover.migrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.galewatch.mover.config.FleetProperties;
import io.galewatch.mover.config.StartRefusedException;
import io.galewatch.mover.testing.TestBox;
import io.galewatch.routing.db.FleetAddress;
import io.galewatch.routing.testing.TestPostgres;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code migrate} is safe when run twice, by several at once, and after being cut off anywhere. */
class MigrationTest {

    private static final TestPostgres POSTGRES = TestPostgres.shared();

    private static Migration migration(FleetAddress address, @Nullable UUID fleetId, int n) {
        return new Migration(new FleetProperties(fleetId, new FleetProperties.Database(address.routingUrl()),
                address.shardUrls().stream().map(FleetProperties.Database::new).toList(),
                new FleetProperties.Roles(new FleetProperties.Login("mover-of-the-tests"),
                        new FleetProperties.Login("ingest-of-the-tests"),
                        new FleetProperties.Login("reader-of-the-tests"))),
                new MigrateProperties(TestPostgres.OWNER, TestPostgres.OWNER_PASSWORD, n));
    }

    private static String ask(String url, String sql) throws SQLException {
        try (Connection connection = POSTGRES.superuser(url);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            return row.next() ? String.valueOf(row.getString(1)) : "no row";
        }
    }

    /** Everything that {@code migrate} writes once. */
    private static List<String> facts(FleetAddress address) throws SQLException {
        List<String> facts = new ArrayList<>();
        facts.add(ask(address.routingUrl(), "select fleet_id from fleet"));
        facts.add(ask(address.routingUrl(), "select string_agg(name, ',' order by shard_index) from shard"));
        facts.add(ask(address.routingUrl(), "select string_agg(e::text, ',') from routing_epoch e"));
        for (String shard : address.shardUrls()) {
            facts.add(ask(shard, "select fleet_id || ' ' || shard_index from shard_identity"));
            facts.add(ask(shard, "select m::text from shard_map m"));
            facts.add(ask(shard, "select max(version) from flyway_schema_history"));
        }
        return facts;
    }

    private static void assertComplete(FleetAddress address, int n) throws SQLException {
        String fleet = ask(address.routingUrl(), "select fleet_id from fleet");
        String map = ask(address.routingUrl(),
                "select epoch || ' ' || shards || ' ' || map_id from routing_epoch where completed_at is not null");
        assertThat(map).startsWith("1 " + n + " ");
        assertThat(ask(address.routingUrl(), "select count(*) from shard")).isEqualTo(
                String.valueOf(address.shardUrls().size()));
        for (int i = 0; i < address.shardUrls().size(); i++) {
            String url = address.shardUrls().get(i);
            assertThat(ask(url, "select fleet_id || ' ' || shard_index from shard_identity")).isEqualTo(
                    fleet + " " + i);
            assertThat(ask(url, "select epoch || ' ' || shards || ' ' || map_id from shard_map")).isEqualTo(map);
            assertThat(ask(url, "select count(*) from mover_fence")).isEqualTo("1");
        }
    }

    @Test
    void runTwiceItChangesNothingTheSecondTime() throws Exception {
        FleetAddress address = POSTGRES.createEmptyDatabases(3);
        migration(address, null, 2).run();
        assertComplete(address, 2);
        List<String> before = facts(address);
        migration(address, null, 3).run();
        assertThat(facts(address)).isEqualTo(before);
    }

    @Test
    void aShardAddedLaterIsRegisteredAndObeysTheNewestMap() throws Exception {
        FleetAddress address = POSTGRES.createEmptyDatabases(3);
        migration(new FleetAddress(address.routingUrl(), address.shardUrls().subList(0, 2)), null, 2).run();
        migration(address, null, 0).run();
        assertComplete(address, 2);
    }

    @Test
    void severalAtOnceAgree() throws Exception {
        FleetAddress address = POSTGRES.createEmptyDatabases(3);
        try (ExecutorService parallel = Executors.newCachedThreadPool()) {
            Callable<String> one = () -> migration(address, null, 2).run();
            List<Future<String>> runs = parallel.invokeAll(List.of(one, one, one));
            for (Future<String> run : runs) {
                assertThat(run.get()).isEqualTo(runs.getFirst().get());
            }
        }
        assertComplete(address, 2);
    }

    /** To a database, a process that was killed is a session that ended; here it ends at many different points. */
    @ParameterizedTest
    @ValueSource(ints = {0, 5, 20, 60, 100, 150, 200, 250, 300, 350, 400, 450})
    void cutOffAnywhereTheNextRunFinishes(int millis) throws Exception {
        FleetAddress address = POSTGRES.createEmptyDatabases(2);
        try (ExecutorService other = Executors.newSingleThreadExecutor()) {
            Future<String> run = other.submit(() -> migration(address, null, 2).run());
            try {
                run.get(millis, TimeUnit.MILLISECONDS);
            } catch (java.util.concurrent.TimeoutException stillRunning) {
                // Once it is gone nothing of it may go on, so its thread is stopped as well as its sessions.
                other.shutdownNow();
                while (!run.isDone() || sessions(address) > 0) {
                    endSessions(address);
                    Thread.onSpinWait();
                }
            }
        }
        migration(address, null, 2).run();
        assertComplete(address, 2);
    }

    private static final String OURS = "from pg_stat_activity where application_name = 'gw:migrate' and datname like '%s%%'";

    private static String prefix(FleetAddress address) {
        String url = address.routingUrl();
        return url.substring(url.lastIndexOf('/') + 1, url.lastIndexOf('_'));
    }

    private static int sessions(FleetAddress address) throws SQLException {
        return Integer.parseInt(ask(address.routingUrl(), "select count(*) " + OURS.formatted(prefix(address))));
    }

    private static void endSessions(FleetAddress address) throws SQLException {
        ask(address.routingUrl(), "select count(pg_terminate_backend(pid)) " + OURS.formatted(prefix(address)));
    }

    @Test
    void refusesTwoAddressesOfOneDatabase() {
        FleetAddress address = POSTGRES.createEmptyDatabases(1);
        String shard = address.shardUrls().getFirst();
        FleetAddress twins = new FleetAddress(address.routingUrl(), List.of(shard, shard + "?tcpKeepAlive=true"));
        assertThatThrownBy(() -> migration(twins, null, 2).run()).isInstanceOf(
                StartRefusedException.class).hasMessageContainingAll("shard-1", "shard-2", "one and the same");
    }

    @Test
    void refusesShardsOfAnotherFleetAndSwappedOnes() throws Exception {
        FleetAddress ours = POSTGRES.createEmptyDatabases(2);
        FleetAddress theirs = POSTGRES.createEmptyDatabases(2);
        migration(ours, null, 2).run();
        migration(theirs, null, 2).run();
        assertThatThrownBy(() -> migration(new FleetAddress(ours.routingUrl(), theirs.shardUrls()), null,
                2).run()).isInstanceOf(StartRefusedException.class).hasMessageContainingAll(
                        ask(ours.routingUrl(), "select fleet_id from fleet"),
                        ask(theirs.routingUrl(), "select fleet_id from fleet"));
        assertThatThrownBy(() -> migration(new FleetAddress(ours.routingUrl(), ours.shardUrls().reversed()), null,
                2).run()).isInstanceOf(StartRefusedException.class).hasMessageContaining("already another shard");
    }

    @Test
    void aNewRoutingDatabaseForAnOldFleetHasToBeAskedFor() throws Exception {
        FleetAddress old = POSTGRES.createEmptyDatabases(2);
        migration(old, null, 2).run();
        UUID fleet = UUID.fromString(ask(old.routingUrl(), "select fleet_id from fleet"));
        String map = ask(old.shardUrls().getFirst(), "select map_id from shard_map");
        FleetAddress renewed = new FleetAddress(POSTGRES.createEmptyDatabases(1).routingUrl(), old.shardUrls());
        assertThatThrownBy(() -> migration(renewed, null, 2).run()).isInstanceOf(
                StartRefusedException.class).hasMessageContaining(fleet.toString());
        migration(renewed, fleet, 2).run();
        assertThat(ask(renewed.routingUrl(), "select map_id from routing_epoch where completed_at is null")).isEqualTo(
                map);
    }

    @Test
    void rolesLogInWithScramAndTheirTimeLimits() throws Exception {
        FleetAddress address = POSTGRES.createEmptyDatabases(1);
        migration(address, null, 1).run();
        assertThat(ask(address.routingUrl(),
                "select count(*) from pg_authid where rolname in ('galewatch_mover', 'galewatch_ingest', 'galewatch_reader') and rolcanlogin and rolpassword like 'SCRAM-SHA-256$%'")).isEqualTo(
                        "3");
        assertThat(ask(address.routingUrl(),
                "select array_to_string(rolconfig, ',') from pg_roles where rolname = 'galewatch_ingest'")).contains(
                        "idle_in_transaction_session_timeout=10s", "statement_timeout=5s");
    }

    @Test
    void theCommandSaysWhatIsMissing() {
        FleetAddress address = POSTGRES.createEmptyDatabases(1);
        List<String> arguments = new ArrayList<>();
        TestBox.settings(address, TestPostgres.CREDENTIALS).forEach((name, value) -> arguments.add(
                "--" + name + "=" + value));
        assertThat(MigrateCommand.run(arguments.toArray(String[]::new))).isEqualTo(1);
        arguments.add("--galewatch.migrate.owner-password=" + TestPostgres.OWNER_PASSWORD);
        assertThat(MigrateCommand.run(arguments.toArray(String[]::new))).isZero();
    }
}
