package io.galewatch.sim.scenario;

import io.galewatch.sim.lab.ArdnavePoint;
import io.galewatch.sim.lab.Box;
import io.galewatch.sim.lab.Durations;
import io.galewatch.sim.lab.Fleet;
import io.galewatch.sim.lab.FleetSettings;
import io.galewatch.sim.lab.Together;
import io.galewatch.sim.ledger.Ledger;
import io.galewatch.sim.ledger.LedgerEntry;
import io.galewatch.sim.postgres.Server;
import io.galewatch.sim.process.Waiting;
import io.galewatch.sim.turbines.Serials;
import io.galewatch.sim.turbines.TurbineTotals;
import io.galewatch.sim.turbines.WindFarm;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * A fleet of real processes with seeded and live turbines, on which scenarios are played; several may be played on one, one
 * after the other.
 */
public final class Stage implements AutoCloseable {

    /**
     * What is on stage besides the fleet.
     *
     * @param from    N before
     * @param to      N after; there may be more shards than these
     * @param sending how many of the turbines send
     * @param serving how many of the boxes run the service
     */
    public record Plan(ArdnavePoint.Plan farm, int from, int to, int sending, int serving, TimeScale scale) {}

    private static final Duration LIMIT = Duration.ofSeconds(120);

    private final Fleet fleet;
    private final Plan plan;
    private final long rowsSeeded;
    private final Ledger ledger;
    private final WindFarm turbines;
    private final Watch watch;
    private final ArdnavePoint farm;
    private long displaced;
    private boolean quiet;

    private Stage(Fleet fleet, Plan plan, long rowsSeeded, Ledger ledger, WindFarm turbines) {
        this.fleet = fleet;
        this.plan = plan;
        this.rowsSeeded = rowsSeeded;
        this.ledger = ledger;
        this.turbines = turbines;
        this.watch = new Watch(fleet);
        this.farm = new ArdnavePoint(fleet.settings(), fleet.databases());
    }

    /**
     * Starts everything on a fleet that is prepared; the caller closes the fleet when this fails.
     *
     * @param beforeBoxes what is done to the databases when they have their history and no box runs yet
     */
    public static Stage set(Fleet fleet, Plan plan, Consumer<Fleet> beforeBoxes) throws SQLException {
        fleet.startDatabases();
        Ledger ledger = Ledger.append(fleet.layout().ledger());
        InstantSource clock = InstantSource.system();
        long rows = new ArdnavePoint(fleet.settings(), fleet.databases()).seed(plan.farm(),
                clock.instant().truncatedTo(ChronoUnit.SECONDS), ledger);
        beforeBoxes.accept(fleet);
        fleet.openLinks();
        List<Box> serving = fleet.boxes().subList(0, plan.serving());
        fleet.start(serving);
        WindFarm turbines = WindFarm.start(Serials.ardnavePoint(plan.sending()),
                () -> serving.stream().map(Box::url).toList(), ledger, clock,
                new SplittableRandom(fleet.settings().seed()));
        return new Stage(fleet, plan, rows, ledger, turbines);
    }

    /** From here on, only what is new counts. */
    public void begin() {
        displaced = 0;
        watch.begin();
    }

    /** Turbines that had to move in all rebalances that were asked for since {@link #begin()}. */
    long displaced() {
        return displaced;
    }

    /** The boxes that run the service, unless something was done to them. */
    public List<Box> serving() {
        return fleet.boxes().subList(0, plan.serving());
    }

    public Fleet fleet() {
        return fleet;
    }

    /** What can be seen from the auditorium. */
    public Watch watch() {
        return watch;
    }

    public TimeScale scale() {
        return plan.scale();
    }

    public Duration lease() {
        return fleet.settings().lease();
    }

    public int turbineCount() {
        return plan.farm().turbines();
    }

    long rowsSeeded() {
        return rowsSeeded;
    }

    public TurbineTotals totals() {
        return turbines.totals();
    }

    public Server routing() {
        return fleet.databases().routing();
    }

    /** By number: 1 is shard-1. */
    public Server shard(int number) {
        return fleet.databases().server(FleetSettings.shardName(number - 1));
    }

    /** By number: 1 is box-1. */
    public Box box(int number) {
        return fleet.box(FleetSettings.boxName(number - 1));
    }

    /** Writes into the ledger that a reading was acknowledged which no turbine of the stage has sent. */
    void acknowledge(String turbine, Instant at, long digest) {
        ledger.write(new LedgerEntry.Acknowledged(turbine, at, digest));
    }

    /** Cuts the link between a box and the routing database. */
    public void holdDown(Box box) {
        fleet.links().between(box.name(), routing().name()).cut();
    }

    /** Mends it. */
    public void letThrough(Box box) {
        fleet.links().between(box.name(), routing().name()).pass();
    }

    /** N after the next {@link #flip()}: the greater one, or the lesser when that is in force. */
    public int other() {
        return watch.divisor() == plan.to() ? plan.from() : plan.to();
    }

    /** Starts the next rebalance, from the one N to the other. */
    public void flip() {
        rebalance(other());
    }

    /** How often a candidate looks at the claim. */
    public Duration poll() {
        return new Durations().convert(fleet.settings().boxSettings().getOrDefault("galewatch.claim.poll", "2s"));
    }

    /** Asks for so many shards. Boxes may need a moment after their routing database came back. */
    public void rebalance(int shards) {
        untilTaken(shards, () -> fleet.admin().rebalance(shards));
    }

    /** The same in the place of the rebalance that runs. */
    public void rebalanceInstead(int shards) {
        untilTaken(shards, () -> fleet.admin().rebalance(shards, watch.epoch()));
    }

    private interface Request {
        void send() throws InterruptedException;
    }

    private void untilTaken(int shards, Request request) {
        int before = watch.divisor();
        boolean taken = Waiting.until(LIMIT, () -> {
            try {
                request.send();
                return true;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            } catch (IllegalStateException e) {
                if (String.valueOf(e.getMessage()).startsWith("no box answered")) {
                    return false;
                }
                throw e;
            }
        });
        if (!taken) {
            throw new IllegalStateException("no box took the rebalance to " + shards + " within " + LIMIT);
        }
        try {
            displaced += farm.displaced(before, shards);
        } catch (SQLException e) {
            throw new Unanswered("how many turbines are displaced", e);
        }
    }

    /** Waits until the newest rebalance is complete; before the first one it is. */
    void settle() {
        if (!Waiting.until(LIMIT, watch::complete)) {
            throw new IllegalStateException("the fleet did not settle within " + LIMIT);
        }
    }

    /** Brings the fleet to so many shards before a scenario begins, when it is not there. */
    public void settle(int shards) {
        settle();
        if (watch.divisor() != shards) {
            rebalance(shards);
            settle();
        }
    }

    /** Undoes every fault that may be left: links pass, databases and boxes run. */
    public void mend() {
        fleet.links().pass();
        Together.forEach(serving(), Box::thaw);
        Together.forEach(fleet.databases().all(), server -> {
            if (server.pid().isEmpty()) {
                server.start();
            }
        });
        Together.forEach(serving(), box -> {
            if (!box.running()) {
                box.start();
                box.awaitReady();
            }
        });
    }

    /** The turbines stop, and what they were answered is in the ledger; the fleet goes on. */
    public void stopTurbines() {
        if (!quiet) {
            quiet = true;
            turbines.close();
            ledger.close();
        }
    }

    /** Stops everything. */
    @Override
    public void close() {
        stopTurbines();
        fleet.close();
    }
}
