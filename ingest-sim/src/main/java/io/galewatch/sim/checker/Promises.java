package io.galewatch.sim.checker;

import io.galewatch.sim.ledger.LedgerEntry;
import io.galewatch.sim.ledger.LedgerReader;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/** What the ledger promises about a set of turbines. */
final class Promises {

    private final Map<String, LedgerEntry.Seeded> seeded = new HashMap<>();
    private final Map<String, AcknowledgedReadings> acknowledged = new TreeMap<>();

    static Promises read(LedgerReader ledger, Predicate<String> wanted) {
        Promises promises = new Promises();
        ledger.forEach(entry -> {
            if (wanted.test(entry.turbine())) {
                promises.add(entry);
            }
        });
        promises.acknowledged.values().forEach(AcknowledgedReadings::sort);
        return promises;
    }

    private void add(LedgerEntry entry) {
        switch (entry) {
            case LedgerEntry.Seeded history -> seeded.put(history.turbine(), history);
            case LedgerEntry.Acknowledged reading ->
                acknowledged.computeIfAbsent(reading.turbine(), none -> new AcknowledgedReadings()).add(reading.at(),
                        reading.digest());
        }
    }

    Collection<String> turbines() {
        TreeSet<String> all = new TreeSet<>(seeded.keySet());
        all.addAll(acknowledged.keySet());
        return all;
    }

    Optional<LedgerEntry.Seeded> seeded(String turbine) {
        return Optional.ofNullable(seeded.get(turbine));
    }

    AcknowledgedReadings acknowledged(String turbine) {
        AcknowledgedReadings known = acknowledged.get(turbine);
        return known == null ? new AcknowledgedReadings() : known;
    }
}
