package io.galewatch.mover.move;

/**
 * Named places at which a move may be cut off. In production nothing happens there; a test halts its process at each one
 * and lets another mover go on. (The idea is Shopify ghostferry's.)
 */
public interface Interruption {

    /** The places, in the order of a move. */
    enum Point {
        CLAIM_TAKEN, ONE_SHARD_SEALED, ALL_SEALED, PLANNED, COPY_FENCED, COPY_ROWS_WRITTEN, COPY_COMMITTED, COPIED, WINDOW_VERIFIED, VERIFIED_UNCOMMITTED, VERIFIED, DELETE_FENCED, ROWS_DELETED, DELETE_COMMITTED, TURBINE_DONE, BEFORE_COMPLETE, COMPLETED
    }

    void at(Point point);

    /** Nothing happens anywhere. */
    static Interruption none() {
        return point -> {};
    }
}
