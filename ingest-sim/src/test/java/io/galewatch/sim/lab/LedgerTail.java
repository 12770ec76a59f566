package io.galewatch.sim.lab;

import io.galewatch.sim.ledger.LedgerEntry;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import tools.jackson.databind.json.JsonMapper;

/** What a ledger promises so far: seeded readings with no digest of their own, and acknowledged ones with theirs. */
final class LedgerTail {

    /** A seeded reading, whose values only the digest of the whole history covers. */
    static final long SEEDED = 0;
    private static final long SEEDED_PERIOD_SECONDS = 2;

    private final Path file;
    private final JsonMapper json = JsonMapper.builder().build();
    private final Map<String, ConcurrentSkipListMap<Instant, Long>> promised = new ConcurrentHashMap<>();
    private long read;

    LedgerTail(Path file) {
        this.file = file;
    }

    /** Everything that stands in the ledger at this moment, for one turbine; the digest of each reading by its instant. */
    NavigableMap<Instant, Long> promisedNow(String turbine) {
        readOn();
        return new TreeMap<>(promised.getOrDefault(turbine, new ConcurrentSkipListMap<>()));
    }

    private synchronized void readOn() {
        try (RandomAccessFile ledger = new RandomAccessFile(file.toFile(), "r")) {
            byte[] more = new byte[Math.toIntExact(ledger.length() - read)];
            ledger.seek(read);
            ledger.readFully(more);
            int end = more.length;
            while (end > 0 && more[end - 1] != '\n') {
                end--;
            }
            read += end;
            new String(more, 0, end, StandardCharsets.UTF_8).lines().filter(line -> !line.isEmpty()).forEach(
                    line -> take(json.readValue(line, LedgerEntry.class)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void take(LedgerEntry entry) {
        Map<Instant, Long> of = Objects.requireNonNull(
                promised.computeIfAbsent(entry.turbine(), none -> new ConcurrentSkipListMap<>()));
        switch (entry) {
            case LedgerEntry.Acknowledged reading -> of.put(reading.at(), reading.digest());
            case LedgerEntry.Seeded history -> {
                for (long i = 0; i < history.rows(); i++) {
                    of.put(history.from().plusSeconds(i * SEEDED_PERIOD_SECONDS), SEEDED);
                }
            }
        }
    }
}
