package io.galewatch.mover.move;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * Keeps the source's values where the target holds other ones under the same key: in the target's conflict table, in the
 * transaction that finds them, so that nothing is lost when the source's row is deleted. An administrator settles them
 * later ({@link Settlement}).
 */
final class Conflicts {

    private final Move move;

    Conflicts(Move move) {
        this.move = move;
    }

    /**
     * Keeps what differs of the rows staged in {@code pg_temp.moving}, once.
     *
     * @throws SetAsideException the turbine has more conflicts than are taken for accidents
     */
    void keep(Connection connection) throws SQLException {
        ReadingsTable table = move.columns();
        try (PreparedStatement statement = connection.prepareStatement("insert into reading_conflict ("
                + table.columnList() + ", source, map_id, epoch, token) select " + table.columnListOf("m")
                + ", ?, ?, ?, ?"
                + " from pg_temp.moving m join readings r on r.turbine_id = m.turbine_id and r.read_at = m.read_at"
                + " where not (" + table.identical("m", "r") + ")"
                + " and not exists (select from reading_conflict k where k.turbine_id = m.turbine_id"
                + " and k.read_at = m.read_at and " + table.identical("k", "m") + ")")) {
            statement.setInt(1, move.misplaced().source().index());
            statement.setObject(2, move.misplaced().map().mapId());
            statement.setLong(3, move.misplaced().map().epoch());
            statement.setLong(4, move.tools().grant().token());
            int found = statement.executeUpdate();
            if (found > 0) {
                refuseTooMany(move.tools().journal().conflicts(connection, move.misplaced(), found));
                move.tools().metrics().conflicts(move.misplaced().target(), found);
            }
        }
    }

    private void refuseTooMany(long conflicts) {
        if (conflicts > move.maxConflicts()) {
            throw new SetAsideException(conflicts + " readings have other values on " + move.misplaced().target()
                    + "; more than " + move.maxConflicts() + " are not taken for accidents. Resolving the turbine"
                    + " (keep source or target) lifts this bound for it");
        }
    }
}
