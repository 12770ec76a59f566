package io.galewatch.sim.lab;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.galewatch.sim.process.ProcessIdentity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What {@code lab.json} says: enough for a later process to find, check and stop the fleet. A start time stands beside each
 * pid, because pids are used again.
 *
 * @param lab        the lab that runs in the foreground, while it does
 * @param supervisor holds relays and turbines of a detached fleet
 * @param users      passwords by user, of the databases and of the admin API
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record LabState(int schemaVersion, List<BoxEntry> boxes, List<DatabaseEntry> databases, List<RelayEntry> relays,
        Map<String, String> users, String logFolder, String ledger, int turbines, long seed,
        @Nullable ProcessEntry lab, @Nullable SupervisorEntry supervisor) {

    /** A box; without a pid when it does not run. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record BoxEntry(String name, @Nullable Long pid, @Nullable Long startedAtMillis, String url) {

        Optional<ProcessIdentity> process() {
            return pid == null || startedAtMillis == null
                    ? Optional.empty()
                    : Optional.of(new ProcessIdentity(pid, startedAtMillis));
        }
    }

    /** A database; without a pid until its server has been started. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record DatabaseEntry(String name, String jdbcUrl, int port, @Nullable Long postmasterPid,
            String dataDirectory) {}

    /** The relay between a box and a database. */
    public record RelayEntry(String box, String database, int port) {}

    /** The foreground lab. */
    public record ProcessEntry(long pid, long startedAtMillis) {

        static ProcessEntry of(ProcessIdentity process) {
            return new ProcessEntry(process.pid(), process.startedAtMillis());
        }

        ProcessIdentity process() {
            return new ProcessIdentity(pid, startedAtMillis);
        }
    }

    /** The background process; ready when its relays are open. */
    public record SupervisorEntry(long pid, long startedAtMillis, boolean ready) {

        ProcessIdentity process() {
            return new ProcessIdentity(pid, startedAtMillis);
        }
    }

    int relayPort(String box, String database) {
        return relays.stream().filter(relay -> relay.box().equals(box) && relay.database().equals(database)).mapToInt(
                RelayEntry::port).findFirst().orElseThrow(
                        () -> new IllegalStateException("no relay from " + box + " to " + database));
    }

    String password(String user) {
        String password = users.get(user);
        if (password == null) {
            throw new IllegalStateException("the state file has no password for " + user);
        }
        return password;
    }

    LabState with(BoxEntry box) {
        return new LabState(schemaVersion, replaced(boxes, box, other -> other.name().equals(box.name())), databases,
                relays, users, logFolder, ledger, turbines, seed, lab, supervisor);
    }

    LabState with(DatabaseEntry database) {
        return new LabState(schemaVersion, boxes,
                replaced(databases, database, other -> other.name().equals(database.name())), relays, users, logFolder,
                ledger, turbines, seed, lab, supervisor);
    }

    LabState withRelays(List<RelayEntry> opened) {
        return new LabState(schemaVersion, boxes, databases, List.copyOf(opened), users, logFolder, ledger, turbines,
                seed, lab, supervisor);
    }

    LabState withLab(@Nullable ProcessEntry process) {
        return new LabState(schemaVersion, boxes, databases, relays, users, logFolder, ledger, turbines, seed, process,
                supervisor);
    }

    LabState withSupervisor(@Nullable SupervisorEntry process) {
        return new LabState(schemaVersion, boxes, databases, relays, users, logFolder, ledger, turbines, seed, lab,
                process);
    }

    private static <T> List<T> replaced(List<T> entries, T entry, Predicate<T> same) {
        List<T> next = new ArrayList<>(entries);
        next.replaceAll(other -> same.test(other) ? entry : other);
        if (!next.contains(entry)) {
            next.add(entry);
        }
        return List.copyOf(next);
    }
}
