package io.galewatch.sim.compose;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Where the promises are written. */
final class LedgerOption {

    @Option(names = "--ledger", paramLabel = "FILE", defaultValue = "${env:GALEWATCH_LEDGER:-ledger.jsonl}", description = "the ledger (default: GALEWATCH_LEDGER, or ledger.jsonl)")
    private Path file = Path.of("ledger.jsonl");

    Path file() {
        return file;
    }
}
