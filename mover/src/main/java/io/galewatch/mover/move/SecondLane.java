package io.galewatch.mover.move;

import io.galewatch.mover.move.Attempts.Result;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * Verifies and deletes one turbine while the working thread copies the next one. At most one at a time, so neither lane gets
 * ahead of the other by more than a turbine. When one lane ends with an exception, the other ends at its next bounded step.
 */
final class SecondLane implements AutoCloseable {

    private final Lease lease;
    private final Activity first;
    private final Activity second;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().name(Thread.currentThread().getName() + " lane 2").daemon().factory());
    private @Nullable Attempts turbine;
    private @Nullable Future<Result> result;

    /** @param first what the working thread is doing */
    SecondLane(Move.Tools tools, Activity first) {
        this.lease = tools.lease();
        this.first = first;
        this.second = new Activity(tools.metrics());
    }

    /** What became of the turbine in this lane. */
    record Finished(Misplaced turbine, Result result) {}

    /** Begins with a turbine that is copied; the one before must have been awaited. */
    void start(Attempts copied) {
        Map<String, String> context = MDC.getCopyOfContextMap();
        turbine = copied;
        result = thread.submit(() -> {
            MDC.setContextMap(context);
            try {
                Result finished = copied.verifyAndDelete(second);
                second.enter(Step.PLAN);
                return finished;
            } catch (Throwable e) {
                lease.breakOff();
                throw e;
            }
        });
    }

    /**
     * Waits for the turbine in this lane; empty when there is none.
     *
     * @throws RuntimeException what ended the lane: fenced, claim lost, another map
     */
    Optional<Finished> await() {
        Attempts attempts = turbine;
        Future<Result> future = result;
        turbine = null;
        result = null;
        if (attempts == null || future == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(new Finished(attempts.misplaced(), future.get()));
        } catch (ExecutionException e) {
            first.takeOver(second);
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException("the second lane failed", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HandOverException("interrupted");
        }
    }

    /** Ends what is under way at its next bounded step, and waits for that. */
    @Override
    public void close() {
        lease.breakOff();
        thread.close();
        second.enter(first.step());
        lease.together();
    }
}
