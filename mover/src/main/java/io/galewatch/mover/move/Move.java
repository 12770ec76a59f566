package io.galewatch.mover.move;

import io.galewatch.routing.claim.Grant;
import io.galewatch.routing.map.ShardId;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * What the three steps of a move share.
 *
 * @param misplaced what to move
 * @param columns of {@code readings}, the same on both sides
 * @param maxConflicts of the turbine before it is set aside
 */
record Move(Misplaced misplaced, ReadingsTable columns, TurbineRows rows, long maxConflicts, Tools tools) {

    /** What every move under one grant works with. */
    record Tools(Grant grant, MoverSessions sessions, Batches batches, Journal journal, Lease lease, Vacuums vacuums,
            MoveSettings settings,
            MoverMetrics metrics, Interruption interruption, LongSupplier nanoTime) {

        /** How long to wait before trying again: doubles with each attempt, half a lease at most. */
        Duration pause(int attempt) {
            Duration pause = settings.retryPause().multipliedBy(1L << Math.min(attempt - 1, 5));
            Duration most = settings.lease().dividedBy(2);
            return pause.compareTo(most) < 0 ? pause : most;
        }

        /** Metrics and lease after a bounded step. */
        void moved(Step step, ShardId shard, long rows, long startedNanos) {
            metrics.moved(step, shard, rows, Duration.ofNanos(nanoTime.getAsLong() - startedNanos));
            lease.progressed();
        }
    }

    <T> T onTarget(MoverSessions.Work<T> work) {
        return tools.batches().run(misplaced.target(), misplaced.map(), columns, work);
    }

    <T> T onSource(MoverSessions.Work<T> work) {
        return tools.batches().run(misplaced.source(), misplaced.map(), columns, work);
    }

    void at(Interruption.Point point) {
        tools.interruption().at(point);
    }
}
