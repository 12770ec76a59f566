package io.galewatch.sim.compose;

import static org.assertj.core.api.Assertions.assertThat;

import io.galewatch.sim.checker.Checker;
import io.galewatch.sim.checker.Findings;
import io.galewatch.sim.ledger.Ledger;
import io.galewatch.sim.ledger.LedgerReader;
import io.galewatch.sim.postgres.Server;
import io.galewatch.sim.postgres.TestServer;
import io.galewatch.sim.turbines.Serials;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** A seeding that was killed is finished by the next one, and nothing is written twice. */
class SeedingTest {

    private static final FleetAddresses.Login OWNER = new FleetAddresses.Login(Server.SUPERUSER, TestServer.PASSWORD);
    private static final List<String> SERIALS = Serials.ardnavePoint(6);
    private static final Seeding.Past PAST = new Seeding.Past(Duration.ofMinutes(2),
            Instant.parse("2026-11-29T20:00:00Z"), 1);
    private static final long ROWS = 6 * 60;

    @TempDir
    Path directory = Path.of("");

    @Test
    void isFinishedByTheNextRun() throws Exception {
        Path file = directory.resolve("ledger.jsonl");
        try (TestServer server = TestServer.start(directory)) {
            server.createShard("one", 0, 2);
            server.createShard("two", 1, 2);
            FleetAddresses fleet = CommandLine.populateCommand(new FleetAddresses(), "--routing", server.url("one"),
                    "--shards", server.url("one") + "," + server.url("two"));
            Seeding seeding = new Seeding(fleet, OWNER, 2);

            assertThat(seed(seeding, SERIALS.subList(0, 2), directory.resolve("lost"))).isEqualTo(ROWS / 3);
            assertThat(seed(seeding, SERIALS, file)).isEqualTo(ROWS);
            long size = Files.size(file);
            assertThat(seed(seeding, SERIALS, file)).isEqualTo(ROWS);

            assertThat(Files.size(file)).as("nothing is promised twice").isLessThanOrEqualTo(size + 1);
            assertThat(WhatWasPromised.in(file).histories()).containsExactlyInAnyOrderElementsOf(SERIALS);
            Findings findings = new Checker(fleet.accesses(OWNER), 2, 1).check(new LedgerReader(file));
            assertThat(findings.clean()).as(findings.toString()).isTrue();
            assertThat(findings.expected()).isEqualTo(ROWS);
        }
    }

    private static long seed(Seeding seeding, List<String> serials, Path file) throws Exception {
        WhatWasPromised promised = WhatWasPromised.in(file);
        try (Ledger ledger = Ledger.append(file)) {
            return seeding.run(serials, PAST, promised, ledger);
        }
    }
}
