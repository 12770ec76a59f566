package io.galewatch.mover.admin;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.UUID;
import java.util.stream.Stream;

/** How fast this fleet has moved turbines, by its journals. */
final class FinishedMoves {

    /** Of each shard: enough for a median, and few to read. */
    private static final int MOST = 200;

    private static final String NEWEST = """
        select turbine_id, source, target, map_id, rows_moved, started_at, finished_at
          from turbine_move
         where step in ('verified', 'done') and finished_at is not null
         order by finished_at desc limit ?
        """;

    /** The key of a journal row. */
    record Move(String turbine, int source, int target, UUID mapId) {}

    /** One shard's part in a move: the target knows when it began, the source when it ended. */
    record Part(Move move, boolean isCopy, long rows, Instant startedAt, Instant finishedAt) {}

    /** @param perSecond rows of each move by the seconds that it took, ascending */
    record Speeds(List<Double> perSecond) {

        OptionalDouble median() {
            return perSecond.isEmpty()
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(perSecond.get(perSecond.size() / 2));
        }
    }

    private FinishedMoves() {}

    /** @param shard index of the shard that is asked */
    static List<Part> read(Connection connection, int shard) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(NEWEST)) {
            statement.setInt(1, MOST);
            try (ResultSet row = statement.executeQuery()) {
                List<Part> parts = new ArrayList<>();
                while (row.next()) {
                    Move move = new Move(row.getString(1), row.getInt(2), row.getInt(3),
                            row.getObject(4, UUID.class));
                    parts.add(new Part(move, move.target() == shard, row.getLong(5),
                            row.getObject(6, OffsetDateTime.class).toInstant(),
                            row.getObject(7, OffsetDateTime.class).toInstant()));
                }
                return parts;
            }
        }
    }

    /** A move counts when both of its parts are there, it had rows, and the two servers' clocks make it last. */
    static Speeds speeds(Collection<List<Part>> ofShards) {
        Map<Move, Part> copies = new HashMap<>();
        parts(ofShards, true).forEach(copy -> copies.put(copy.move(), copy));
        List<Double> speeds = new ArrayList<>();
        parts(ofShards, false).forEach(deletion -> {
            Part copy = copies.get(deletion.move());
            if (copy != null && perSecond(copy, deletion) > 0) {
                speeds.add(perSecond(copy, deletion));
            }
        });
        speeds.sort(Comparator.naturalOrder());
        return new Speeds(speeds);
    }

    private static Stream<Part> parts(Collection<List<Part>> ofShards, boolean copies) {
        return ofShards.stream().flatMap(List::stream).filter(part -> part.isCopy() == copies);
    }

    private static double perSecond(Part copy, Part deletion) {
        double millis = Duration.between(copy.startedAt(), deletion.finishedAt()).toMillis();
        return millis > 0 ? copy.rows() * 1000 / millis : 0;
    }
}
