package io.galewatch.mover.config;

import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** What is asked of a database before a box works with it. Every refusal names the database and what to do. */
final class StartupCheck {

    private final SchemaVersions wanted;

    StartupCheck(SchemaVersions wanted) {
        this.wanted = wanted;
    }

    /** @throws StartRefusedException for the first database that can't be used */
    void check(List<Visit.Answered> answers) {
        answers.forEach(this::check);
    }

    private void check(Visit.Answered answer) {
        Database database = answer.database();
        if (!answer.durable()) {
            throw new StartRefusedException(
                    database + " runs with fsync = off: what it acknowledges is lost when its machine stops.",
                    "Set fsync = on there. A move deletes at the source what such a server claims to have.");
        }
        int needed = wanted.of(database);
        int found = answer.schema().orElse(0);
        if (found < needed) {
            throw new StartRefusedException(
                    database + (found == 0 ? " was never migrated" : " has schema version " + found)
                            + "; this box needs version " + needed + ".",
                    "Run the migrate command of this version first.");
        }
        Integer index = answer.shardIndex();
        int expected = database.shard().map(shard -> shard.index()).orElse(-1);
        if (index != null && index != expected) {
            throw new StartRefusedException(
                    database + " says that it is shard-" + (index + 1) + ".",
                    "Two addresses in galewatch.shards[..].url are swapped, or one is wrong.");
        }
    }

    /**
     * The fleet that all agree on.
     *
     * @param configured what the settings say
     * @return empty when nobody knows
     * @throws StartRefusedException when two say different things
     */
    Optional<FleetId> fleet(Optional<UUID> configured, List<Visit.Answered> answers) {
        Optional<UUID> agreed = configured;
        String by = "galewatch.fleet-id";
        for (Visit.Answered answer : answers) {
            UUID fleet = answer.fleet();
            if (fleet == null) {
                continue;
            }
            if (agreed.isPresent() && !agreed.get().equals(fleet)) {
                throw new StartRefusedException(
                        answer.database() + " belongs to fleet " + fleet + ", but " + by + " says " + agreed.get()
                                + ".",
                        "Give every address of one fleet, and of one fleet only.");
            }
            if (agreed.isEmpty()) {
                agreed = Optional.of(fleet);
                by = answer.database().toString();
            }
        }
        return agreed.map(FleetId::new);
    }
}
