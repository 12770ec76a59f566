package io.galewatch.sim.ledger;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Reads a ledger line by line, whatever its length. */
public final class LedgerReader {

    private final Path path;
    private final JsonMapper json = JsonMapper.builder().build();

    public LedgerReader(Path path) {
        this.path = path;
    }

    public Path path() {
        return path;
    }

    public long bytes() {
        try {
            return Files.size(path);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the ledger " + path, e);
        }
    }

    public void forEach(Consumer<LedgerEntry> action) {
        try (BufferedReader lines = Files.newBufferedReader(path)) {
            long number = 1;
            for (String line = lines.readLine(); line != null; line = lines.readLine(), number++) {
                if (!line.isEmpty() && isWhole(line)) {
                    action.accept(parse(line, number));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the ledger " + path, e);
        }
    }

    /** A writer killed in the middle of a line had not counted that reading as acknowledged yet. */
    private static boolean isWhole(String line) {
        return line.endsWith("}");
    }

    private LedgerEntry parse(String line, long number) {
        try {
            return json.readValue(line, LedgerEntry.class);
        } catch (JacksonException e) {
            throw new IllegalStateException("ledger " + path + ", line " + number + ": " + line, e);
        }
    }
}
