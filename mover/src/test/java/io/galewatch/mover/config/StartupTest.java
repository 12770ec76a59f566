package io.galewatch.mover.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.galewatch.mover.testing.TestBox;
import io.galewatch.routing.db.FleetAddress;
import io.galewatch.routing.testing.TestFleet;
import io.galewatch.routing.testing.TestPostgres;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** A box finds its fleet if anybody can tell, and refuses databases that it could not work with. */
@ExtendWith(OutputCaptureExtension.class)
class StartupTest {

    private static final String NOBODY = "jdbc:postgresql://127.0.0.1:1/nobody";

    private static FleetId find(FleetAddress address, Optional<UUID> configured) throws InterruptedException {
        Visitor visitor = new Visitor(Database.all(address), TestPostgres.CREDENTIALS, Duration.ofSeconds(2));
        return new Startup(visitor, new StartupCheck(SchemaVersions.ofThisJar()), InstantSource.system()).findFleet(
                configured, Duration.ofMillis(600));
    }

    @Test
    void findsTheFleetWithAndWithoutTheRoutingDatabase() throws InterruptedException {
        try (TestFleet fleet = TestPostgres.shared().createFleet(2, 2)) {
            FleetId expected = new FleetId(fleet.fleetId());
            List<String> shards = fleet.address().shardUrls();
            assertThat(find(fleet.address(), Optional.empty())).isEqualTo(expected);
            assertThat(find(new FleetAddress(NOBODY, shards), Optional.empty())).isEqualTo(expected);
            assertThat(find(new FleetAddress(NOBODY, List.of(NOBODY, shards.get(1))), Optional.empty())).isEqualTo(
                    expected);
        }
    }

    @Test
    void saysWhoDidNotAnswer() {
        assertThatThrownBy(() -> find(new FleetAddress(NOBODY, List.of(NOBODY + "2")), Optional.empty())).isInstanceOf(
                StartRefusedException.class).hasMessageContainingAll("600ms", "routing (" + NOBODY + ")",
                        "shard-1 (" + NOBODY + "2)", "refused");
    }

    @Test
    void settingsAloneAreEnough() throws InterruptedException {
        UUID configured = UUID.randomUUID();
        assertThat(find(new FleetAddress(NOBODY, List.of(NOBODY)), Optional.of(configured))).isEqualTo(
                new FleetId(configured));
    }

    @Test
    void refusesSwappedAddressesAndForeignFleets() {
        try (TestFleet ours = TestPostgres.shared().createFleet(2, 2);
                TestFleet theirs = TestPostgres.shared().createFleet(2, 2)) {
            FleetAddress swapped = new FleetAddress(ours.address().routingUrl(),
                    ours.address().shardUrls().reversed());
            assertThatThrownBy(() -> find(swapped, Optional.empty())).hasMessageContaining("says that it is shard-2");
            FleetAddress mixed = new FleetAddress(ours.address().routingUrl(), theirs.address().shardUrls());
            assertThatThrownBy(() -> find(mixed, Optional.empty())).hasMessageContainingAll(ours.fleetId().toString(),
                    theirs.fleetId().toString());
            assertThatThrownBy(() -> find(ours.address(), Optional.of(theirs.fleetId()))).hasMessageContainingAll(
                    ours.fleetId().toString(), theirs.fleetId().toString(), "galewatch.fleet-id");
        }
    }

    @Test
    void refusesADatabaseThatWasNeverMigrated() {
        FleetAddress empty = TestPostgres.shared().createEmptyDatabases(1);
        assertThatThrownBy(() -> find(empty, Optional.empty())).isInstanceOf(
                StartRefusedException.class).hasMessageContaining("was never migrated");
    }

    @Test
    void refusesAnOldSchemaAndAServerThatForgets() {
        StartupCheck check = new StartupCheck(new SchemaVersions(2, 5));
        Database database = new Database(Optional.empty(), NOBODY);
        check.check(List.of(new Visit.Answered(database, OptionalInt.of(3), null, null, true)));
        assertThatThrownBy(() -> check.check(
                List.of(new Visit.Answered(database, OptionalInt.of(1), null, null, true)))).hasMessageContainingAll(
                        "version 1", "version 2");
        assertThatThrownBy(() -> check.check(
                List.of(new Visit.Answered(database, OptionalInt.of(2), null, null, false)))).hasMessageContaining(
                        "fsync = off");
    }

    @Test
    void aRefusalIsOneMessageAndNoStackTrace(CapturedOutput output) {
        try (TestFleet fleet = TestPostgres.shared().createFleet(1, 1)) {
            assertThatThrownBy(() -> TestBox.start(fleet, "galewatch.claim.lease=10s").close()).hasStackTraceContaining(
                    "StartRefused");
        }
        assertThat(output).contains("A renewal could come too late").doesNotContain("\tat ");
    }

    @Test
    void aBoxStartsWhileTheRoutingDatabaseIsDown() {
        try (TestFleet fleet = TestPostgres.shared().createFleet(2, 2);
                TestBox box = TestBox.start(fleet, "galewatch.routing.url=" + NOBODY)) {
            assertThat(box.get("/actuator/health/readiness").status()).isEqualTo(200);
            TestBox.Answer status = box.getAsAdmin("/admin/rebalance");
            assertThat(status.status()).isEqualTo(200);
            assertThat(status.json().path("epoch").asLong()).isEqualTo(1);
            assertThat(status.json().path("complete").isNull()).isTrue();
            assertThat(status.json().path("unreachable").toString()).isEqualTo("[\"routing\"]");
            assertThat(box.postAsAdmin("/admin/rebalance", "{\"shards\":1}").type()).isEqualTo(
                    "urn:galewatch:database-unavailable");
        }
    }
}
