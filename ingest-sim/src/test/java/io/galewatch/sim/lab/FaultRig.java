package io.galewatch.sim.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.galewatch.sim.checker.Findings;
import io.galewatch.sim.ledger.Ledger;
import io.galewatch.sim.ledger.LedgerReader;
import io.galewatch.sim.postgres.Server;
import io.galewatch.sim.turbines.Serials;
import io.galewatch.sim.turbines.WindFarm;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.Callable;

/**
 * One fleet of real processes with short leases and live turbines, for many faults: each test flips N between 2 and 3, lets
 * a fault strike, and asks the independent checker.
 */
final class FaultRig implements AutoCloseable {

    static final Duration LEASE = Duration.ofSeconds(8);
    static final Duration POLL = Duration.ofMillis(300);
    private static final Duration LONG = Duration.ofSeconds(120);

    final Fleet fleet;
    private final Ledger ledger;
    private final WindFarm turbines;
    private volatile List<Box> receivers;
    private int n = 2;

    private FaultRig(Fleet fleet, Ledger ledger, Farm farm) {
        this.fleet = fleet;
        this.ledger = ledger;
        this.receivers = fleet.boxes();
        this.turbines = WindFarm.start(Serials.ardnavePoint(farm.sending()), farm.period(),
                () -> receivers.stream().map(Box::url).toList(), ledger, InstantSource.system(),
                new SplittableRandom(1));
    }

    /**
     * The turbines of a rig.
     *
     * @param seeded how many have ten minutes of history
     * @param sending how many of these send
     * @param period how often each does
     */
    record Farm(int seeded, int sending, Duration period) {

        static final Farm SMALL = new Farm(12, 12, Duration.ofSeconds(2));
    }

    /**
     * @param giant rows of the one turbine that is displaced by every flip and big enough to be met in the middle
     */
    static FaultRig start(Path work, int portBase, long giant, Map<String, String> more) throws Exception {
        return start(work, portBase, giant, more, Farm.SMALL);
    }

    /** The same with turbines that do not send. */
    static FaultRig startQuiet(Path work, int portBase, long giant, Map<String, String> more) throws Exception {
        return start(work, portBase, giant, more, new Farm(12, 0, Duration.ofSeconds(2)));
    }

    static FaultRig start(Path work, int portBase, long giant, Map<String, String> more, Farm farm) throws Exception {
        Map<String, String> settings = new HashMap<>(Map.of("galewatch.claim.poll", POLL.toMillis() + "ms",
                "galewatch.claim.timeout", "1s", "galewatch.move.step-limit", "2s", "galewatch.move.batch-rows",
                "60000",
                "galewatch.move.window-rows", "60000", "galewatch.move.retry-pause", "200ms"));
        settings.putAll(more);
        FleetSettings fleetSettings = new FleetSettings(work, Path.of(System.getProperty("repo.root"),
                "mover/target/galewatch-mover.jar"), 3, 2, 3, farm.seeded(), Ports.from(portBase), LEASE, 1, settings);
        Fleet fleet = Fleet.prepare(fleetSettings);
        try {
            fleet.startDatabases();
            Ledger ledger = Ledger.append(fleet.layout().ledger());
            InstantSource clock = InstantSource.system();
            new ArdnavePoint(fleetSettings, fleet.databases()).seed(
                    new ArdnavePoint.Plan(farm.seeded(), Duration.ofMinutes(10), giant, 1),
                    clock.instant().truncatedTo(ChronoUnit.SECONDS), ledger);
            fleet.openLinks();
            fleet.startBoxes();
            return new FaultRig(fleet, ledger, farm);
        } catch (RuntimeException e) {
            fleet.close();
            throw e;
        }
    }

    /** Starts the next rebalance, 2 to 3 or back. Boxes may need a moment after their routing database came back. */
    void flip() {
        n = n == 2 ? 3 : 2;
        until("a box takes the rebalance to " + n, () -> {
            try {
                fleet.admin().rebalance(n);
                return Optional.of(n);
            } catch (IllegalStateException e) {
                if (String.valueOf(e.getMessage()).startsWith("no box answered")) {
                    return Optional.empty();
                }
                throw e;
            }
        });
    }

    /** Replaces the rebalance that is under way by the next one. */
    void flipAgain() throws InterruptedException {
        n = n == 2 ? 3 : 2;
        long epoch = ask(fleet.databases().routing(), "select max(epoch) from routing_epoch",
                row -> row.getLong(1)).orElseThrow();
        fleet.admin().rebalance(n, epoch);
    }

    /** Changes N on one shard only, past the routing database: the others have to hear of it from there. */
    void flipOn(Server shard, long epoch) throws SQLException {
        n = n == 2 ? 3 : 2;
        try (Connection connection = superuser(shard); Statement statement = connection.createStatement()) {
            statement.execute("select map_adopt(%d, %d, '%s')".formatted(epoch, n, UUID.randomUUID()));
        }
    }

    /** From now on turbines send to these boxes only. */
    void turbinesSendTo(List<Box> boxes) {
        receivers = List.copyOf(boxes);
    }

    /** Answers of boxes that were not an acknowledgement, other than for good. */
    long turnedAway() {
        return turbines.totals().retryCounts().entrySet().stream().filter(
                reason -> reason.getKey().startsWith("HTTP")).mapToLong(Map.Entry::getValue).sum();
    }

    /** Somebody else has started a rebalance, to so many shards. */
    void flippedTo(int shards) {
        n = shards;
    }

    /** Who holds the claim, under which token. */
    record Holder(Box box, long token) {}

    Holder awaitHolder() {
        return awaitHolderAbove(0);
    }

    Holder awaitHolderAbove(long token) {
        return until("a holder above token " + token, () -> holder().filter(holder -> holder.token() > token));
    }

    Optional<Holder> holder() {
        return ask(fleet.databases().routing(),
                "select owner, token from mover_claim where grant_id is not null and expires_at > clock_timestamp()",
                row -> new Holder(fleet.box(row.getString(1)), row.getLong(2)));
    }

    void awaitComplete() {
        await().atMost(LONG).until(() -> ask(fleet.databases().routing(),
                "select completed_at is not null and shards = " + n + " from routing_epoch order by epoch desc limit 1",
                row -> row.getBoolean(1)).orElse(false));
    }

    /** Nothing lost, doubled or misplaced, by the independent checker. */
    void mustBeClean() throws Exception {
        Findings findings = fleet.databases().checker(n).check(new LedgerReader(fleet.layout().ledger()));
        assertThat(findings.clean()).as(findings.toString()).isTrue();
        assertThat(findings.expected()).isPositive();
    }

    /**
     * The takeover was in time, by the databases' clocks: the grant after this token was made, and every shard sealed under
     * it, within a poll and two seconds of the end of the old lease.
     */
    void takeoverWasInTime(long oldToken) {
        double bound = POLL.toMillis() / 1000.0 + 2;
        double vacant = ask(fleet.databases().routing(),
                "select extract(epoch from granted_at - previous_expiry)::float8"
                        + " from claim_grant where token > " + oldToken + " order by token limit 1",
                row -> row.getDouble(1)).orElseThrow();
        assertThat(vacant).as("seconds from the end of the lease to the next grant").isBetween(0.0, bound);
        String expiry = ask(fleet.databases().routing(),
                "select previous_expiry::text from claim_grant where token > " + oldToken
                        + " order by token limit 1",
                row -> row.getString(1)).orElseThrow();
        for (Server shard : fleet.databases().shards()) {
            double sealed = ask(shard,
                    "select extract(epoch from sealed_at - '" + expiry + "'::timestamptz)::float8 from mover_fence"
                            + " where token > " + oldToken,
                    row -> row.getDouble(1)).orElseThrow();
            assertThat(sealed).as("seconds from the end of the lease to the seal of " + shard.name()).isLessThan(bound);
        }
    }

    /** Readings that boxes have acknowledged so far. */
    long acknowledged() {
        return turbines.totals().acknowledgedCount();
    }

    /** Readings that a box has refused for good. */
    long refused() {
        return turbines.totals().refusedCount();
    }

    /** The sum of a metric over all boxes and labels. */
    double metric(String name) {
        double sum = 0;
        for (Box box : fleet.boxes()) {
            try (InputStream page = box.url().resolve("/actuator/prometheus").toURL().openStream()) {
                sum += new String(page.readAllBytes(), StandardCharsets.UTF_8).lines().filter(
                        line -> line.startsWith(name + "{") || line.startsWith(name + " ")).mapToDouble(
                                line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1))).sum();
            } catch (IOException e) {
                throw new UncheckedIOException(box.name(), e);
            }
        }
        return sum;
    }

    String logOf(Box box) {
        try {
            return Files.readString(fleet.layout().log(box.name()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    long fencedRejections(Box box, long token) {
        return ask(fleet.databases().routing(), "select count(*) from fenced_rejection where box = '" + box.name()
                + "' and own_token = " + token, row -> row.getLong(1)).orElse(0L);
    }

    interface Mapping<T> {
        T of(ResultSet row) throws SQLException;
    }

    /** The first row of a query, asked as superuser. */
    <T> Optional<T> ask(Server server, String sql, Mapping<T> mapping) {
        try (Connection connection = superuser(server);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            return row.next() ? Optional.of(mapping.of(row)) : Optional.empty();
        } catch (SQLException e) {
            throw new IllegalStateException(server.name() + ": " + sql, e);
        }
    }

    Connection superuser(Server server) throws SQLException {
        return server.connectAsSuperuserTo(Server.DATABASE);
    }

    static <T> T until(String what, Callable<Optional<T>> question) {
        return await(what).atMost(LONG).pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(5)).until(question,
                Optional::isPresent).orElseThrow();
    }

    @Override
    public void close() {
        turbines.close();
        ledger.close();
        fleet.close();
    }
}
