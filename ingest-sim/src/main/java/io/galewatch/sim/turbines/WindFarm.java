package io.galewatch.sim.turbines;

import io.galewatch.sim.ledger.Ledger;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import java.util.random.RandomGenerator.SplittableGenerator;

/** All turbines, sending at once, each on a thread of its own. */
public final class WindFarm implements AutoCloseable {

    /** A request that is on its way when the farm stops may still be acknowledged. */
    private static final Duration LAST_REQUESTS = Duration.ofSeconds(15);

    private final TurbineTotals totals = new TurbineTotals();
    private final CountDownLatch stop = new CountDownLatch(1);
    private final ReadingSender sender = new ReadingSender();
    private final List<Thread> threads;

    private WindFarm(List<String> serials, Duration period, Supplier<List<URI>> boxes, Ledger ledger,
            InstantSource clock, SplittableGenerator random) {
        List<Thread> started = new ArrayList<>();
        for (String serial : serials) {
            Turbine turbine = new Turbine(serial, period, boxes, sender, ledger, totals, clock, random.split(), stop);
            started.add(Thread.ofVirtual().name("turbine-" + serial).unstarted(turbine));
        }
        threads = List.copyOf(started);
    }

    /** Starts the turbines; they ask for the boxes anew before each attempt and pick one at random. */
    public static WindFarm start(List<String> serials, Supplier<List<URI>> boxes, Ledger ledger, InstantSource clock,
            SplittableGenerator random) {
        return start(serials, Turbine.PERIOD, boxes, ledger, clock, random);
    }

    /** The same with turbines that send more or less often: few of them can then be the load of many. */
    public static WindFarm start(List<String> serials, Duration period, Supplier<List<URI>> boxes, Ledger ledger,
            InstantSource clock, SplittableGenerator random) {
        WindFarm farm = new WindFarm(serials, period, boxes, ledger, clock, random);
        farm.threads.forEach(Thread::start);
        return farm;
    }

    public TurbineTotals totals() {
        return totals;
    }

    /** Stops all turbines; returns when the last answer is in the ledger or will not be waited for. */
    @Override
    public void close() {
        stop.countDown();
        long deadline = System.nanoTime() + LAST_REQUESTS.toNanos();
        try {
            for (Thread thread : threads) {
                if (!thread.join(Duration.ofNanos(Math.max(1, deadline - System.nanoTime())))) {
                    thread.interrupt();
                }
            }
            for (Thread thread : threads) {
                thread.join(Duration.ofSeconds(1));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            sender.close();
        }
    }
}
