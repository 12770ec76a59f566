package io.galewatch.sim.turbines;

import io.galewatch.sim.ledger.Ledger;
import io.galewatch.sim.ledger.LedgerEntry;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One turbine: a reading every two seconds, or another period, each sent until a box has acknowledged it. */
final class Turbine implements Runnable {

    static final Duration PERIOD = Duration.ofSeconds(2);
    private static final Logger LOG = LoggerFactory.getLogger(Turbine.class);
    private static final long REFUSALS_LOGGED = 10;
    private static final long FIRST_BACKOFF_MILLIS = 50;
    private static final long LAST_BACKOFF_MILLIS = 1_000;

    private final String serial;
    private final Duration period;
    private final Supplier<List<URI>> boxes;
    private final ReadingSender sender;
    private final Ledger ledger;
    private final TurbineTotals totals;
    private final InstantSource clock;
    private final RandomGenerator random;
    private final Weather weather;
    private final CountDownLatch stop;

    Turbine(String serial, Duration period, Supplier<List<URI>> boxes, ReadingSender sender, Ledger ledger,
            TurbineTotals totals,
            InstantSource clock, RandomGenerator random, CountDownLatch stop) {
        this.serial = serial;
        this.period = period;
        this.boxes = boxes;
        this.sender = sender;
        this.ledger = ledger;
        this.totals = totals;
        this.clock = clock;
        this.random = random;
        this.weather = new Weather(random);
        this.stop = stop;
    }

    @Override
    public void run() {
        try {
            long next = System.nanoTime() + random.nextLong(period.toNanos()); // Turbines do not tick together.
            Instant last = Instant.EPOCH;
            while (!stop.await(next - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                // Postgres keeps microseconds; and no two readings of a turbine share an instant, whatever the clock does.
                Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
                last = now.isAfter(last) ? now : last.plusMillis(1);
                deliver(weather.next(serial, last));
                next = Math.max(next + period.toNanos(), System.nanoTime());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void deliver(Reading reading) throws InterruptedException {
        long backoff = FIRST_BACKOFF_MILLIS;
        do {
            List<URI> known = boxes.get();
            switch (sender.send(known.get(random.nextInt(known.size())), reading)) {
                case SendOutcome.Acknowledged() -> {
                    ledger.write(new LedgerEntry.Acknowledged(serial, reading.at(), ReadingDigest.of(reading)));
                    totals.acknowledged();
                    return;
                }
                case SendOutcome.TryAgain(String reason) -> totals.retried(reason);
                case SendOutcome.Refused(int status, String body) -> {
                    if (totals.refused() <= REFUSALS_LOGGED) {
                        LOG.error("a box refused a reading of {} at {} for good: {} {}", serial, reading.at(), status,
                                body);
                    }
                    return;
                }
            }
            backoff = Math.min(LAST_BACKOFF_MILLIS, backoff * 2);
        } while (!stop.await(random.nextLong(backoff / 2, backoff), TimeUnit.MILLISECONDS));
    }
}
