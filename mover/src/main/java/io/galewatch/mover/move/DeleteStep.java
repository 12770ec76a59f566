package io.galewatch.mover.move;

import io.galewatch.mover.move.Interruption.Point;
import io.galewatch.routing.map.ShardId;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/**
 * Deletes at the source what was proved to be at home, window by window. The statement that deletes also counts and digests
 * what it deletes; anything else than what was proved rolls back.
 */
final class DeleteStep {

    /** What a window's DELETE found is not what was proved: nothing was deleted. */
    static final class NotProvedException extends MoveException {
        private static final long serialVersionUID = 1L;

        NotProvedException(String message) {
            super(message);
        }
    }

    private final Move move;
    private final ShardId source;

    DeleteStep(Move move) {
        this.move = move;
        this.source = move.misplaced().source();
    }

    /** @throws NotProvedException the source is not what was proved; nothing of that window was deleted */
    void run(List<Window> proved) {
        move.onSource(connection -> {
            move.tools().journal().begin(connection, move.misplaced(), "deleting");
            return true;
        });
        for (Window window : proved) {
            long started = move.tools().nanoTime().getAsLong();
            // A target that was restored or failed over since may have lost what was proved there.
            move.tools().batches().mustStillObey(move.misplaced().target());
            move.onSource(connection -> {
                move.at(Point.DELETE_FENCED);
                delete(connection, window);
                move.tools().journal().advance(connection, move.misplaced(), window.upTo(), window.rows(), 0);
                move.at(Point.ROWS_DELETED);
                return true;
            });
            move.tools().vacuums().deleted(source, window.rows());
            move.tools().moved(Step.DELETE, source, window.rows(), started);
            move.at(Point.DELETE_COMMITTED);
        }
        finish();
        move.at(Point.TURBINE_DONE);
    }

    private void delete(Connection connection, Window window) throws SQLException {
        String sql = "with gone as (delete from readings r where r.turbine_id = ? and r."
                + TurbineRows.lowerBound(window.after()) + " and r.read_at <= ?::timestamptz returning "
                + move.columns().rowDigest("r") + " as digest) select count(*), coalesce(sum(digest), 0) from gone";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            move.rows().bindWindow(statement, window);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                long rows = row.getLong(1);
                BigDecimal digest = row.getBigDecimal(2);
                if (!window.holds(rows, digest)) {
                    connection.rollback();
                    throw new NotProvedException(
                            "on " + source + ", window " + window + " of turbine " + move.misplaced().turbine()
                                    + " holds " + rows + " rows with digest " + digest + ", but " + window.rows()
                                    + " rows with digest "
                                    + window.digest() + " were proved; rolled back, nothing is deleted");
                }
            }
        }
    }

    private void finish() {
        move.onSource(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(
                    "select exists (select from readings where turbine_id = ?)")) {
                statement.setString(1, move.misplaced().turbine());
                try (ResultSet row = statement.executeQuery()) {
                    row.next();
                    if (row.getBoolean(1)) {
                        connection.rollback();
                        throw new NotProvedException("on " + source + ", turbine " + move.misplaced().turbine()
                                + " has rows that were not there when it was verified; they stay");
                    }
                }
            }
            move.tools().journal().done(connection, move.misplaced());
            return true;
        });
    }
}
