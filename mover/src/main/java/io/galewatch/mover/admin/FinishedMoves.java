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

    /** A whole move, from the first row copied to the last one deleted. */
    private record Span(long rows, Instant from, Instant to) {
        double perSecond() {
            return rows * 1000.0 / Math.max(1, Duration.between(from, to).toMillis());
        }
    }

    /**
     * @param rowsPerSecond empty where no move is finished
     * @param moves how many finished ones it was measured with
     */
    record Measured(OptionalDouble rowsPerSecond, int moves) {}

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

    /**
     * Rows by the time in which any of these moves was under way: two overlap, when the next turbine is copied while one is
     * verified and deleted. A move that took ten times as long as is usual was interrupted, and says nothing.
     */
    static Measured measure(Collection<List<Part>> ofShards) {
        List<Span> spans = spans(ofShards);
        if (spans.isEmpty()) {
            return new Measured(OptionalDouble.empty(), 0);
        }
        double usual = spans.stream().mapToDouble(Span::perSecond).sorted().skip(spans.size() / 2).findFirst().orElse(
                0);
        List<Span> smooth = spans.stream().filter(span -> span.perSecond() * 10 > usual).sorted(
                Comparator.comparing(Span::from)).toList();
        long millis = 0;
        Instant until = Instant.MIN;
        for (Span span : smooth) {
            Instant from = span.from().isAfter(until) ? span.from() : until;
            millis += Math.max(0, Duration.between(from, span.to()).toMillis());
            until = span.to().isAfter(until) ? span.to() : until;
        }
        long rows = smooth.stream().mapToLong(Span::rows).sum();
        return new Measured(OptionalDouble.of(rows * 1000.0 / Math.max(1, millis)), smooth.size());
    }

    /** A move counts when both of its parts are there, it had rows, and the two servers' clocks make it last. */
    private static List<Span> spans(Collection<List<Part>> ofShards) {
        Map<Move, Part> copies = new HashMap<>();
        parts(ofShards, true).forEach(copy -> copies.put(copy.move(), copy));
        List<Span> spans = new ArrayList<>();
        parts(ofShards, false).forEach(deletion -> {
            Part copy = copies.get(deletion.move());
            if (copy != null && copy.rows() > 0 && copy.startedAt().isBefore(deletion.finishedAt())) {
                spans.add(new Span(copy.rows(), copy.startedAt(), deletion.finishedAt()));
            }
        });
        return spans;
    }

    private static Stream<Part> parts(Collection<List<Part>> ofShards, boolean copies) {
        return ofShards.stream().flatMap(List::stream).filter(part -> part.isCopy() == copies);
    }
}
