package io.galewatch.mover.move;

import io.galewatch.routing.claim.Grant;
import io.galewatch.routing.map.ShardId;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * The journal of moves, written on each shard in the same transactions as the rows: on the target what was copied and
 * proved, on the source what is planned and deleted. Its watermark is where to resume, never evidence that rows are there.
 */
final class Journal {

    private static final String KEY = " where turbine_id = ? and source = ? and target = ? and map_id = ?";

    private static final String BEGIN = """
        insert into turbine_move as m (turbine_id, source, target, map_id, epoch, step, token, grant_id, owner)
        values (?, ?, ?, ?, ?, ?, ?, ?, ?)
        on conflict (turbine_id, source, target, map_id) do update
           set step = excluded.step, token = excluded.token, grant_id = excluded.grant_id, owner = excluded.owner,
               retries = m.retries + (m.step <> 'waiting')::integer,
               updated_at = clock_timestamp(), finished_at = null, problem = null
        returning watermark::text
        """;

    /** A turbine that was done can be misplaced again: a reading that was under way when the map changed. */
    private static final String PLAN = """
        insert into turbine_move as m (turbine_id, source, target, map_id, epoch, step, token, grant_id, owner)
        values (?, ?, ?, ?, ?, 'waiting', ?, ?, ?)
        on conflict (turbine_id, source, target, map_id) do update
           set step = 'waiting', finished_at = null, updated_at = clock_timestamp()
         where m.step = 'done'
        """;

    private static final String ADVANCE = """
        update turbine_move set watermark = ?::timestamptz, rows_moved = rows_moved + ?, bytes_moved = bytes_moved + ?,
               batches = batches + 1, updated_at = clock_timestamp()""" + KEY;

    private static final String STEP = "update turbine_move set step = ?, updated_at = clock_timestamp()" + KEY;

    private static final String CONFLICTS = "update turbine_move set conflicts = conflicts + ?, updated_at = clock_timestamp()"
            + KEY + " returning conflicts";

    private static final String PROVED = """
        update turbine_move set step = 'verified', rows_proved = ?, digest = ?,
               first_at = least(first_at, ?::timestamptz), last_at = greatest(last_at, ?::timestamptz), updated_at = clock_timestamp(),
               finished_at = clock_timestamp()"""
            + KEY;

    private static final String DONE = "update turbine_move set step = 'done', updated_at = clock_timestamp(), finished_at = clock_timestamp()"
            + KEY;

    /** Whoever deleted the last row there died before it could say so. */
    private static final String LEFT = """
        from turbine_move m where m.map_id = ? and m.source = ? and m.step = 'deleting'
           and not exists (select from readings r where r.turbine_id = m.turbine_id)
        """;

    private static final String PROBLEM = "update turbine_move set step = coalesce(?, step), problem = ?, updated_at = clock_timestamp()"
            + KEY;

    private static final String LET_IN = """
        update turbine_move set step = 'waiting', problem = null, updated_at = clock_timestamp()
         where map_id = ? and turbine_id = any (?) and step = 'set-aside'
        """;

    private static final String SET_ASIDE = "select turbine_id, problem from turbine_move where step = 'set-aside' and map_id = ?";

    private static final String MOVED = "select count(*) from turbine_move where step = 'done' and map_id = ?";

    private final Grant grant;

    Journal(Grant grant) {
        this.grant = grant;
    }

    /** Notes moves that were found, on their source. */
    void plan(Connection connection, List<Misplaced> moves) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(PLAN)) {
            for (Misplaced move : moves) {
                key(statement, 1, move);
                statement.setLong(5, move.map().epoch());
                statement.setLong(6, grant.token());
                statement.setObject(7, grant.grantId());
                statement.setString(8, grant.owner());
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }

    /**
     * Begins or resumes a step of a move under this grant.
     *
     * @return the watermark of whoever got there before
     */
    Optional<PgInstant> begin(Connection connection, Misplaced move, String step) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(BEGIN)) {
            key(statement, 1, move);
            statement.setLong(5, move.map().epoch());
            statement.setString(6, step);
            statement.setLong(7, grant.token());
            statement.setObject(8, grant.grantId());
            statement.setString(9, grant.owner());
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return Optional.ofNullable(row.getString(1)).map(PgInstant::new);
            }
        }
    }

    /** Moves the watermark, in the transaction of the rows. */
    void advance(Connection connection, Misplaced move, PgInstant watermark, long rows, long bytes)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(ADVANCE)) {
            statement.setString(1, watermark.text());
            statement.setLong(2, rows);
            statement.setLong(3, bytes);
            key(statement, 4, move);
            one(statement, move);
        }
    }

    void step(Connection connection, Misplaced move, String step) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(STEP)) {
            statement.setString(1, step);
            key(statement, 2, move);
            one(statement, move);
        }
    }

    /** Counts rows that were kept as conflicts; returns how many the turbine has by now. */
    long conflicts(Connection connection, Misplaced move, long rows) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(CONFLICTS)) {
            statement.setLong(1, rows);
            key(statement, 2, move);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    /** On the target, and committed before the first row leaves the source: WAL order then covers every row that was read. */
    void proved(Connection connection, Misplaced move, long rows, BigDecimal digest, Optional<PgInstant> first,
            Optional<PgInstant> last) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(PROVED)) {
            statement.setLong(1, rows);
            statement.setBigDecimal(2, digest);
            statement.setString(3, first.map(PgInstant::text).orElse(null));
            statement.setString(4, last.map(PgInstant::text).orElse(null));
            key(statement, 5, move);
            one(statement, move);
        }
    }

    void done(Connection connection, Misplaced move) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(DONE)) {
            key(statement, 1, move);
            one(statement, move);
        }
    }

    /** Whether turbines have left this source without its journal saying so. */
    static boolean anyLeftUnsaid(Connection connection, ShardId source, UUID mapId) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("select exists (select " + LEFT + ")")) {
            statement.setObject(1, mapId);
            statement.setInt(2, source.index());
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getBoolean(1);
            }
        }
    }

    /** Says of turbines that have left this source that they are done. */
    void leftUnsaid(Connection connection, ShardId source, UUID mapId) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                "update turbine_move set step = 'done', updated_at = clock_timestamp(), finished_at = clock_timestamp()"
                        + " where (turbine_id, source, target, map_id) in"
                        + " (select m.turbine_id, m.source, m.target, m.map_id " + LEFT + ")")) {
            statement.setObject(1, mapId);
            statement.setInt(2, source.index());
            statement.executeUpdate();
        }
    }

    /** Notes what went wrong, on the source; with a step, also sets it. */
    void problem(Connection connection, Misplaced move, Optional<String> step, String problem) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(PROBLEM)) {
            statement.setString(1, step.orElse(null));
            statement.setString(2, problem);
            key(statement, 3, move);
            statement.executeUpdate();
        }
    }

    /** Lets turbines of this shard wait again that were set aside under a map. */
    void letIn(Connection connection, UUID mapId, Set<String> turbines) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(LET_IN)) {
            statement.setObject(1, mapId);
            statement.setArray(2, connection.createArrayOf("text", turbines.toArray()));
            statement.executeUpdate();
        }
    }

    /** Which of the shard's turbines were set aside under a map, and why. */
    static Map<String, String> setAside(Connection connection, UUID mapId) throws SQLException {
        Map<String, String> turbines = new HashMap<>();
        try (PreparedStatement statement = connection.prepareStatement(SET_ASIDE)) {
            statement.setObject(1, mapId);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    turbines.put(row.getString(1), String.valueOf(row.getString(2)));
                }
            }
        }
        return turbines;
    }

    /** How many turbines have left the shard under a map. */
    static long done(Connection connection, UUID mapId) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(MOVED)) {
            statement.setObject(1, mapId);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    private static void key(PreparedStatement statement, int from, Misplaced move) throws SQLException {
        statement.setString(from, move.turbine());
        statement.setInt(from + 1, move.source().index());
        statement.setInt(from + 2, move.target().index());
        statement.setObject(from + 3, move.map().mapId());
    }

    private static void one(PreparedStatement statement, Misplaced move) throws SQLException {
        int rows = statement.executeUpdate();
        if (rows != 1) {
            throw new IllegalStateException("journal has " + rows + " rows for " + move);
        }
    }
}
