package io.galewatch.mover.move;

import io.galewatch.routing.claim.Grant;

/**
 * What the three steps of a move share.
 *
 * @param misplaced what to move
 * @param columns of {@code readings}, the same on both sides
 */
record Move(Misplaced misplaced, ReadingsTable columns, TurbineRows rows, Tools tools) {

    /** What every move under one grant works with. */
    record Tools(Grant grant, MoverSessions sessions, Batches batches, Journal journal, Lease lease,
            MoveSettings settings,
            MoverMetrics metrics, Interruption interruption, java.util.function.LongSupplier nanoTime) {

        /** Metrics and lease after a bounded step. */
        void moved(Step step, io.galewatch.routing.map.ShardId shard, long rows, long startedNanos) {
            metrics.moved(step, shard, rows, java.time.Duration.ofNanos(nanoTime.getAsLong() - startedNanos));
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
