package io.galewatch.sim.lab;

import io.galewatch.sim.process.Waiting;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A rebalance that a benchmark starts and waits for. Asks for its state seldom, so as not to be a load of its own. */
final class Rebalancing {

    private static final Duration LIMIT = Duration.ofMinutes(15);
    private static final long ASK_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final Fleet fleet;
    private long lastAsked;
    private boolean complete;

    Rebalancing(Fleet fleet) {
        this.fleet = fleet;
    }

    /** Returns when a box has accepted it. */
    void start(int shards) throws InterruptedException {
        fleet.admin().rebalance(shards);
        lastAsked = System.nanoTime();
        complete = false;
    }

    boolean isComplete() {
        if (!complete && System.nanoTime() - lastAsked >= ASK_NANOS) {
            lastAsked = System.nanoTime();
            try {
                complete = fleet.admin().status().filter(RebalanceStatus::complete).isPresent();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        return complete;
    }

    void awaitComplete() {
        if (!Waiting.until(LIMIT, this::isComplete)) {
            throw new DeadlinePassed("the rebalance was not complete within " + LIMIT);
        }
    }
}
