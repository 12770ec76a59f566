package io.galewatch.mover.console;

import io.galewatch.routing.fleet.ShardMaps;
import io.galewatch.routing.map.ShardMap;
import io.galewatch.routing.read.TurbineScan;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Looks at one shard again and again, and asks only for what changed of its journal. Not for two threads at once. Everything
 * is bounded: turbines, journal rows, and the seconds of each statement.
 */
final class ShardWatch {

    private static final int MOST_TURBINES = 20_000;
    private static final int MOST_JOURNAL_ROWS = 40_000;
    private static final int STATEMENT_SECONDS = 3;
    private static final Duration TURBINES_EVERY = Duration.ofSeconds(30);
    /** A row may be committed later than one that was written after it. */
    private static final Duration OVERLAP = Duration.ofSeconds(5);

    private static final String FENCE = "select token, owner from mover_fence";

    private static final String TURBINES = "with recursive " + TurbineScan.TURBINE
            + "select id from turbine where id is not null";

    private static final String JOURNAL = """
        select turbine_id, source, target, step, rows_moved, conflicts, updated_at
          from turbine_move where map_id = ? and updated_at > ? order by updated_at limit ?
        """;

    private final DataSource shard;
    private final InstantSource clock;
    private final Map<JournalEntry.Key, JournalEntry> journal = new HashMap<>();
    private List<String> turbines = List.of();
    private Instant turbinesSeen = Instant.EPOCH;
    private @Nullable UUID journalOf;
    private Instant newest = Instant.EPOCH;

    ShardWatch(DataSource shard, InstantSource clock) {
        this.shard = shard;
        this.clock = clock;
    }

    ShardSight look() throws SQLException {
        try (Connection connection = shard.getConnection()) {
            ShardMap map = ShardMaps.read(connection);
            if (!map.mapId().equals(journalOf)) {
                journal.clear();
                newest = Instant.EPOCH;
                turbinesSeen = Instant.EPOCH;
                journalOf = map.mapId();
            }
            if (Duration.between(turbinesSeen, clock.instant()).compareTo(TURBINES_EVERY) >= 0) {
                turbines = turbines(connection);
                turbinesSeen = clock.instant();
            }
            readJournal(connection, map.mapId());
            try (PreparedStatement statement = bounded(connection, FENCE); ResultSet row = statement.executeQuery()) {
                boolean fenced = row.next();
                return new ShardSight(map, fenced ? row.getLong(1) : 0, fenced ? row.getString(2) : "nobody", turbines,
                        turbines.size() < MOST_TURBINES && journal.size() < MOST_JOURNAL_ROWS, Map.copyOf(journal));
            }
        }
    }

    private static List<String> turbines(Connection connection) throws SQLException {
        try (PreparedStatement statement = bounded(connection, TURBINES)) {
            statement.setString(1, TurbineScan.START);
            statement.setInt(2, MOST_TURBINES);
            try (ResultSet row = statement.executeQuery()) {
                List<String> found = new ArrayList<>();
                while (row.next()) {
                    found.add(row.getString(1));
                }
                return List.copyOf(found);
            }
        }
    }

    private void readJournal(Connection connection, UUID mapId) throws SQLException {
        try (PreparedStatement statement = bounded(connection, JOURNAL)) {
            statement.setObject(1, mapId);
            Instant since = newest.equals(Instant.EPOCH) ? newest : newest.minus(OVERLAP);
            statement.setObject(2, since.atOffset(ZoneOffset.UTC));
            statement.setInt(3, MOST_JOURNAL_ROWS);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    Instant updatedAt = row.getObject(7, OffsetDateTime.class).toInstant();
                    JournalEntry entry = new JournalEntry(row.getString(1), row.getInt(2), row.getInt(3),
                            row.getString(4), row.getLong(5), row.getLong(6), updatedAt);
                    journal.put(entry.key(), entry);
                    newest = updatedAt.isAfter(newest) ? updatedAt : newest;
                }
            }
        }
    }

    private static PreparedStatement bounded(Connection connection, String sql) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        statement.setQueryTimeout(STATEMENT_SECONDS);
        return statement;
    }
}
