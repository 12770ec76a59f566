package io.galewatch.sim.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerTest {

    private static final Instant AT = Instant.parse("2026-11-29T20:00:00.123456Z");

    @TempDir
    Path directory = Path.of("");

    @Test
    void readsBackWhatWasWritten() {
        Path file = directory.resolve("ledger.jsonl");
        List<LedgerEntry> written = List.of(
                new LedgerEntry.Seeded("AP-0001", 3, AT, AT.plusSeconds(4),
                        new BigDecimal("-123456789012345678901234")),
                new LedgerEntry.Acknowledged("風車-12 \"\\", AT, Long.MIN_VALUE));
        try (Ledger ledger = Ledger.append(file)) {
            written.forEach(ledger::write);
            assertThat(read(file)).as("before it is closed").isEqualTo(written);
            assertThat(ledger.acknowledged()).isEqualTo(1);
        }
    }

    @Test
    void surviesALineThatAKilledWriterLeftTorn() throws Exception {
        Path file = directory.resolve("ledger.jsonl");
        LedgerEntry first = new LedgerEntry.Acknowledged("AP-0001", AT, 1);
        LedgerEntry second = new LedgerEntry.Acknowledged("AP-0001", AT.plusSeconds(2), 2);
        try (Ledger ledger = Ledger.append(file)) {
            ledger.write(first);
        }
        Files.writeString(file, "{\"kind\":\"acknow", StandardOpenOption.APPEND);
        assertThat(read(file)).containsExactly(first);
        try (Ledger ledger = Ledger.append(file)) {
            ledger.write(second);
        }
        assertThat(read(file)).containsExactly(first, second);
    }

    private static List<LedgerEntry> read(Path file) {
        List<LedgerEntry> entries = new ArrayList<>();
        new LedgerReader(file).forEach(entries::add);
        return entries;
    }
}
