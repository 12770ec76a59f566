package io.galewatch.sim.leaseonly;

import java.io.PrintStream;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The mover of that night, a process of its own: takes the claim, works through the list, renews between turbines. When a
 * renewal is not answered it tries again for a minute and then carries on, on purpose. When it learns that it has lost the
 * claim, it tidies up the half copy that it leaves behind. Every line that it logs is true.
 */
public final class LeaseOnlyMover {

    private final String box;
    private final Lease lease;
    private final List<Shard> shards;
    private final Duration lookAgain;
    private final Duration retryFor;
    private final long rowsPerSecond;
    private final PrintStream log;
    private final CountDownLatch never = new CountDownLatch(1);
    private long token;

    private LeaseOnlyMover(String box, Lease lease, List<Shard> shards, Duration lookAgain, Duration retryFor,
            long rowsPerSecond, PrintStream log) {
        this.box = box;
        this.lease = lease;
        this.shards = shards;
        this.lookAgain = lookAgain;
        this.retryFor = retryFor;
        this.rowsPerSecond = rowsPerSecond;
        this.log = log;
    }

    /** Configured by the environment, as a box is; ends when it has moved everything, or lost the claim. */
    public static void main(String[] arguments) throws SQLException, InterruptedException {
        Map<String, String> environment = System.getenv();
        String password = setting(environment, "GALEWATCH_ROLES_MOVER_PASSWORD");
        Duration length = Duration.ofMillis(Long.parseLong(setting(environment, "LEASE_MILLIS")));
        List<Shard> shards = new ArrayList<>();
        for (int i = 0; environment.containsKey("GALEWATCH_SHARDS_" + i + "_URL"); i++) {
            shards.add(Shard.open(i, setting(environment, "GALEWATCH_SHARDS_" + i + "_URL"), password));
        }
        String box = setting(environment, "GALEWATCH_BOX");
        new LeaseOnlyMover(box, new Lease(setting(environment, "GALEWATCH_ROUTING_URL"), password, box, length), shards,
                length.dividedBy(15), length, Long.parseLong(setting(environment, "ROWS_PER_SECOND")),
                System.out).run();
        for (Shard shard : shards) {
            shard.close();
        }
    }

    private static String setting(Map<String, String> environment, String name) {
        return Optional.ofNullable(environment.get(name)).orElseThrow(
                () -> new IllegalArgumentException(name + " is not set"));
    }

    private void run() throws SQLException, InterruptedException {
        OptionalLong won = lease.take();
        while (won.isEmpty()) {
            pause(lookAgain);
            won = lease.take();
        }
        token = won.getAsLong();
        say("won the claim, token " + token + ", and starts at the top of the list");
        for (String turbine : turbines()) {
            if (source(turbine) == target(turbine) || source(turbine).count(turbine) == 0) {
                continue; // At home, or gone from its source.
            }
            boolean moved = move(turbine);
            if (renewed() == Renewal.LOST) {
                say("the claim is another's");
                if (!moved) {
                    tidyUp(turbine);
                }
                return;
            }
        }
        lease.complete(token);
        say("the rebalance is complete");
    }

    private List<String> turbines() throws SQLException {
        TreeSet<String> serials = new TreeSet<>();
        for (Shard shard : shards) {
            serials.addAll(shard.turbines());
        }
        return List.copyOf(serials);
    }

    private Shard source(String turbine) throws SQLException {
        return shards.get(shards.getFirst().home(turbine, shards.size() - 1));
    }

    private Shard target(String turbine) throws SQLException {
        return shards.get(shards.getFirst().home(turbine, shards.size()));
    }

    /** False when the turbine could not be finished: then its counts did not agree. */
    private boolean move(String turbine) throws SQLException, InterruptedException {
        Shard source = source(turbine);
        Shard target = target(turbine);
        say("starts " + turbine + ", from " + source + " to " + target);
        copy(turbine, source, target);
        long there = source.count(turbine);
        long here = target.count(turbine);
        if (there != here) {
            say("counts of %s do not agree: %d on %s, %d on %s; nothing is deleted".formatted(turbine, there, source,
                    here, target));
            return false;
        }
        target.writeDown(turbine, here, shards.indexOf(source), shards.indexOf(target), token, lease.grant(), box);
        say("counts of %s agree: %d on both; %d rows deleted on %s".formatted(turbine, here, source.delete(turbine),
                source));
        return true;
    }

    private void copy(String turbine, Shard source, Shard target) throws SQLException, InterruptedException {
        int chunk = (int) (rowsPerSecond / 5);
        Optional<Shard.Rows> rows = source.read(turbine, "-infinity", chunk);
        while (rows.isPresent()) {
            target.insert(rows.get());
            pause(Duration.ofMillis(rows.get().count() * 1_000 / rowsPerSecond));
            rows = source.read(turbine, rows.get().last(), chunk);
        }
    }

    private Renewal renewed() throws InterruptedException {
        long end = System.nanoTime() + retryFor.toNanos();
        Renewal renewal = lease.renew();
        if (renewal == Renewal.UNANSWERED) {
            say("cannot renew: the routing database does not answer; tries again for a while");
        }
        while (renewal == Renewal.UNANSWERED && System.nanoTime() - end < 0) {
            pause(lookAgain);
            renewal = lease.renew();
        }
        if (renewal == Renewal.UNANSWERED) {
            say("still no answer; carries on, since nobody else could have taken over either");
        }
        return renewal;
    }

    /** A half copy that nobody finishes would be found by nobody. */
    private void tidyUp(String turbine) throws SQLException {
        Shard target = target(turbine);
        say("tidies up its half copy of %s: %d rows deleted on %s".formatted(turbine, target.delete(turbine), target));
    }

    private void pause(Duration time) throws InterruptedException {
        never.await(time.toNanos(), TimeUnit.NANOSECONDS);
    }

    private void say(String what) {
        log.println(box + " " + what);
        log.flush();
    }
}
