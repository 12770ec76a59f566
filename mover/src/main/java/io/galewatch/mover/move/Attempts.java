package io.galewatch.mover.move;

import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One turbine's move with its bounded retries, in two halves, so that one turbine can be verified and deleted while the next
 * one is copied. Whatever fails in the second half begins again with the first: it goes on from the watermark.
 */
final class Attempts {

    private static final Logger log = LoggerFactory.getLogger(Attempts.class);

    private final Misplaced misplaced;
    private final Move.Tools tools;
    private final long maxConflicts;
    private final long started;
    private int attempt = 1;
    private Optional<TurbineMove> copied = Optional.empty();

    Attempts(Misplaced misplaced, Move.Tools tools, long maxConflicts) {
        this.misplaced = misplaced;
        this.tools = tools;
        this.maxConflicts = maxConflicts;
        this.started = tools.nanoTime().getAsLong();
    }

    /** What became of a half. */
    sealed interface Result {

        /** It did what it should. */
        record Done() implements Result {}

        /** The turbine can't be moved safely. */
        record SetAside(String reason) implements Result {}

        /** A shard failed as often as is tried. */
        record Failed(ShardFailureException failure) implements Result {}
    }

    Misplaced misplaced() {
        return misplaced;
    }

    Result copy(Activity activity) {
        return attempt(activity, () -> copied(activity));
    }

    Result verifyAndDelete(Activity activity) {
        Result result = attempt(activity, () -> {
            TurbineMove move = copied.orElseGet(() -> copied(activity));
            copied = Optional.empty();
            move.verifyAndDelete();
        });
        if (result instanceof Result.Done) {
            log.info("{} moved in {} ms", misplaced,
                    Duration.ofNanos(tools.nanoTime().getAsLong() - started).toMillis());
        }
        return result;
    }

    private TurbineMove copied(Activity activity) {
        TurbineMove move = TurbineMove.of(misplaced, tools, maxConflicts,
                entered -> activity.enter(entered, misplaced.turbine()));
        move.copy();
        copied = Optional.of(move);
        return move;
    }

    private Result attempt(Activity activity, Runnable half) {
        for (;; attempt++) {
            try {
                half.run();
                return new Result.Done();
            } catch (SetAsideException e) {
                return new Result.SetAside(e.reason());
            } catch (ShardFailureException e) {
                tools.metrics().error(misplaced + ": " + e.reason());
                log.warn("{}: {} failed, attempt {} of {}: {}", misplaced, activity.step().label(), attempt,
                        tools.settings().attempts(), e.reason());
                if (attempt >= tools.settings().attempts()) {
                    return new Result.Failed(e);
                }
                tools.lease().await(tools.pause(attempt), activity.step().label() + " of " + misplaced.turbine()
                        + " is tried again: " + e.reason());
                presentFence(e);
            }
        }
    }

    /** After a broken connection the fence comes first: a holder that was evicted learns here that it is fenced. */
    private void presentFence(ShardFailureException e) {
        if (e.failure().leavesOutcomeUnknown()) {
            try {
                tools.batches().probe(e.shard(), misplaced.map());
            } catch (ShardFailureException again) {
                log.debug("{} still does not answer", e.shard(), again);
            }
        }
    }
}
