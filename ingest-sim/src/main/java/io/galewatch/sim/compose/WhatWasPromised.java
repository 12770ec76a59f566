package io.galewatch.sim.compose;

import io.galewatch.sim.ledger.LedgerEntry;
import io.galewatch.sim.ledger.LedgerReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * What a ledger holds so far.
 *
 * @param histories turbines whose history is promised
 * @param readings whether any live reading is
 */
record WhatWasPromised(Set<String> histories, boolean readings) {

    static WhatWasPromised in(Path ledger) {
        if (!Files.exists(ledger)) {
            return new WhatWasPromised(Set.of(), false);
        }
        Set<String> histories = new HashSet<>();
        AtomicBoolean readings = new AtomicBoolean();
        new LedgerReader(ledger).forEach(entry -> {
            switch (entry) {
                case LedgerEntry.Seeded history -> histories.add(history.turbine());
                case LedgerEntry.Acknowledged reading -> readings.set(true);
            }
        });
        return new WhatWasPromised(histories, readings.get());
    }
}
