package io.galewatch.sim.bench;

import io.galewatch.sim.process.Waiting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/** Several senders at work, each on a thread of its own, from the construction until closed. */
public final class Load implements AutoCloseable {

    private static final int DIGITS = 3;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final Duration LAST_ANSWERS = Duration.ofSeconds(15);

    private final Pace pace;
    private final Recorder latencies = new Recorder(DIGITS);
    private final LongAdder stored = new LongAdder();
    private final Map<String, LongAdder> failures = new ConcurrentHashMap<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean stopped;

    /** Opens all senders and starts them. */
    public Load(Pace pace, int senders, Sender.Factory factory) throws Exception {
        this.pace = pace;
        List<Sender> opened = new ArrayList<>();
        for (int i = 0; i < senders; i++) {
            opened.add(factory.open(i));
        }
        for (Sender sender : opened) {
            threads.add(Thread.ofPlatform().name("load-" + threads.size()).daemon().start(() -> work(sender)));
        }
    }

    private void work(Sender sender) {
        try (sender) {
            while (!stopped) {
                long due = pace.awaitNext();
                try {
                    stored.add(sender.send());
                } catch (Sender.NotTaken e) {
                    failed(String.valueOf(e.getMessage()));
                }
                latencies.recordValue(Math.max(0, System.nanoTime() - due));
            }
        } catch (Exception e) {
            if (!stopped) {
                failed("a sender ended: " + e);
            }
        }
    }

    private void failed(String reason) {
        failures.computeIfAbsent(reason, none -> new LongAdder()).increment();
    }

    /**
     * Watches the load for so long, or until this is over.
     *
     * @param most longest time to watch
     * @param over asked about fifty times a second
     */
    public Measured measure(Duration most, BooleanSupplier over) {
        latencies.reset();
        stored.reset();
        failures.clear();
        long start = System.nanoTime();
        Waiting.until(most, over);
        double seconds = (System.nanoTime() - start) / 1e9;
        long readings = stored.sum();
        Histogram seen = latencies.getIntervalHistogram();
        Map<String, Long> failed = new TreeMap<>();
        failures.forEach((reason, count) -> failed.put(reason, count.sum()));
        return new Measured(seconds, readings / seconds, seen.getTotalCount(), millis(seen, 50), millis(seen, 99),
                millis(seen, 99.9), seen.getMaxValue() / NANOS_PER_MILLI, failed);
    }

    private static double millis(Histogram seen, double percentile) {
        return seen.getValueAtPercentile(percentile) / NANOS_PER_MILLI;
    }

    /** Stops; returns when the last answers are there or will not be waited for. */
    @Override
    public void close() throws InterruptedException {
        stopped = true;
        long deadline = System.nanoTime() + LAST_ANSWERS.toNanos();
        for (Thread thread : threads) {
            thread.join(Duration.ofNanos(Math.max(1, deadline - System.nanoTime())));
        }
    }
}
