package io.galewatch.sim.scenario;

import io.galewatch.sim.lab.Box;
import io.galewatch.sim.lab.Fleet;
import io.galewatch.sim.postgres.Server;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What can be seen of a fleet from outside: by its databases and by the logs of its boxes. */
public final class Watch {

    private final Fleet fleet;
    private final Map<String, Long> logsReadFrom = new HashMap<>();
    private long firstEpoch = 1;

    Watch(Fleet fleet) {
        this.fleet = fleet;
    }

    /** From here on, only what is new counts: log lines, epochs, evidence. */
    public void begin() {
        firstEpoch = epoch() + 1;
        fleet.boxes().forEach(box -> logsReadFrom.put(box.name(), size(log(box))));
    }

    /** The first epoch since {@link #begin()}, whether there is one yet or not. */
    long firstEpoch() {
        return Math.min(firstEpoch, epoch());
    }

    private Server routing() {
        return fleet.databases().routing();
    }

    /** The newest epoch. */
    public long epoch() {
        return Question.number(routing(), "select max(epoch) from routing_epoch");
    }

    /** The newest N. */
    public int divisor() {
        return (int) Question.number(routing(), "select shards from routing_epoch order by epoch desc limit 1");
    }

    /** Whether the newest epoch is complete. */
    public boolean complete() {
        return Question.any(routing(), """
            select 1 from (select completed_at from routing_epoch order by epoch desc limit 1) newest
             where completed_at is not null
            """);
    }

    public Optional<Holder> holder() {
        return Question.ask(routing(),
                "select owner, token from mover_claim where grant_id is not null and expires_at > clock_timestamp()",
                row -> new Holder(fleet.box(row.getString(1)), row.getLong(2)));
    }

    public Optional<Holder> holderAbove(long token) {
        return holder().filter(holder -> holder.token() > token);
    }

    /** Why the grant with this token could be taken: released, expired, … */
    public String causeOf(long token) {
        return Question.ask(routing(), "select cause from claim_grant where token = " + token,
                row -> row.getString(1)).orElse("unknown");
    }

    /** Seconds from the end of the older lease to the first grant above this token, by the routing database's clock. */
    public double vacantAfter(long token) {
        return Question.ask(routing(), """
            select extract(epoch from granted_at - previous_expiry)::float8
              from claim_grant where token > %d order by token limit 1
            """.formatted(token), row -> row.getDouble(1)).orElse(Double.POSITIVE_INFINITY);
    }

    /** Rejections of this grant that are on record in the routing database. */
    public long fencedRejections(Box box, long token) {
        return Question.number(routing(),
                "select count(*) from fenced_rejection where box = '%s' and own_token = %d".formatted(box.name(),
                        token));
    }

    /** The token that a shard obeys. */
    public long fence(Server shard) {
        return Question.number(shard, "select token from mover_fence");
    }

    /** The highest token that any shard obeys. */
    public long highestFence() {
        return fleet.databases().shards().stream().mapToLong(this::fence).max().orElse(0);
    }

    public long rows(Server shard, String turbine) {
        return Question.number(shard, "select count(*) from readings where turbine_id = '" + turbine + "'");
    }

    /** Turbines of the newest epoch that have left their old shard. */
    public long turbinesDone() {
        long epoch = epoch();
        return fleet.databases().shards().stream().mapToLong(shard -> Question.number(shard, """
            select count(*) from turbine_move
             where epoch = %d and step = 'done' and source = (select shard_index from shard_identity)
            """.formatted(epoch))).sum();
    }

    /** The shard on which a row of the journal says this, about moves of the newest epoch. */
    public Optional<Server> journalSays(String condition) {
        long epoch = epoch();
        return fleet.databases().shards().stream().filter(shard -> Question.any(shard,
                "select 1 from turbine_move where epoch = %d and %s".formatted(epoch, condition))).findFirst();
    }

    /** The sum of one of a box's metrics over all its labels. */
    public double metric(Box box, String name) throws IOException {
        try (InputStream page = box.url().resolve("/actuator/prometheus").toURL().openStream()) {
            return new String(page.readAllBytes(), StandardCharsets.UTF_8).lines().filter(
                    line -> line.startsWith(name + "{") || line.startsWith(name + " ")).mapToDouble(
                            line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1))).sum();
        }
    }

    /** The last new line of a box's log that contains this. */
    public Optional<String> logLine(Box box, String text) {
        List<String> found = newLines(box).stream().filter(line -> line.contains(text)).toList();
        return found.isEmpty() ? Optional.empty() : Optional.of(found.getLast());
    }

    private List<String> newLines(Box box) {
        try {
            byte[] all = Files.readAllBytes(log(box));
            int from = (int) Math.min(logsReadFrom.getOrDefault(box.name(), 0L), all.length);
            return new String(all, from, all.length - from, StandardCharsets.UTF_8).lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the log of " + box.name(), e);
        }
    }

    private Path log(Box box) {
        return fleet.layout().log(box.name());
    }

    private static long size(Path file) {
        try {
            return Files.exists(file) ? Files.size(file) : 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
