package io.galewatch.mover.admin;

import io.galewatch.routing.map.ShardId;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Reads the journals of all shards in pages of turbines. */
@Component
class MovesReader {

    /** The first turbines after a name, with all their rows here. */
    private static final String PAGE = """
        select turbine_id, source, target, epoch, map_id, step, rows_moved, bytes_moved, batches, retries,
               conflicts, rows_proved, first_at, last_at, digest, token, grant_id, owner, started_at, updated_at, finished_at, problem
          from turbine_move
         where epoch = ? and turbine_id in (select distinct turbine_id from turbine_move
                                             where epoch = ? and turbine_id > ? and (?::text is null or turbine_id = ?)
                                             order by turbine_id limit ?)
        """;

    /** As the databases compare serials: by bytes. */
    private static final Comparator<String> BY_BYTES = (a, b) -> Arrays.compareUnsigned(
            a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));

    private final AllShards shards;

    MovesReader(AllShards shards) {
        this.shards = shards;
    }

    private record Key(String turbine, int source, int target, UUID mapId) {
        static final Comparator<Key> ORDER = Comparator.comparing(Key::turbine, BY_BYTES).thenComparing(
                Key::source).thenComparing(Key::target).thenComparing(Key::mapId);
    }

    private record Row(Key key, long epoch, boolean isCopy, MoveEvidence.Side side) {}

    /**
     * @param turbine only this one; null for all
     * @param step only moves that stand there, as {@link Step#label}; null for all
     * @param after the last turbine of the page before, or empty
     * @param limit most turbines
     */
    record Query(long epoch, @Nullable String turbine, @Nullable String step, String after, int limit) {

        private Query after(String last) {
            return new Query(epoch, turbine, step, last, limit);
        }
    }

    /** Reads on until the page is full: a step is known only when both sides of a move were read. */
    MoveEvidence.Page read(Query query) {
        List<MoveEvidence> found = new ArrayList<>();
        SortedSet<String> turbines = new TreeSet<>(BY_BYTES);
        MoveEvidence.Page page = readUnfiltered(query);
        while (true) {
            for (MoveEvidence move : page.moves()) {
                if (query.step() != null && !move.step().equals(query.step())) {
                    continue;
                }
                if (turbines.size() == query.limit() && !turbines.contains(move.turbine())) {
                    return new MoveEvidence.Page(found, turbines.last(), page.unreachable());
                }
                turbines.add(move.turbine());
                found.add(move);
            }
            if (page.next() == null) {
                return new MoveEvidence.Page(found, null, page.unreachable());
            }
            if (turbines.size() == query.limit()) {
                return new MoveEvidence.Page(found, page.next(), page.unreachable());
            }
            page = readUnfiltered(query.after(page.next()));
        }
    }

    private MoveEvidence.Page readUnfiltered(Query query) {
        int limit = query.limit();
        AllShards.Answers<List<Row>> answers = shards.ask((shard, connection) -> page(shard, connection, query));
        SortedMap<Key, MoveEvidence> moves = new TreeMap<>(Key.ORDER);
        answers.answered().values().forEach(
                rows -> rows.forEach(row -> moves.merge(row.key(), evidence(row), MovesReader::both)));
        // Every shard gave its first turbines, so the first ones of all are complete; what follows them may not be.
        List<String> turbines = moves.keySet().stream().map(Key::turbine).distinct().limit(limit + 1L).toList();
        boolean more = turbines.size() > limit;
        List<String> onPage = more ? turbines.subList(0, limit) : turbines;
        List<MoveEvidence> page = moves.values().stream().filter(
                move -> onPage.isEmpty() || BY_BYTES.compare(move.turbine(), onPage.getLast()) <= 0).toList();
        return new MoveEvidence.Page(page, more ? onPage.getLast() : null, answers.unreachable());
    }

    private static List<Row> page(ShardId shard, Connection connection, Query query)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(PAGE)) {
            statement.setLong(1, query.epoch());
            statement.setLong(2, query.epoch());
            statement.setString(3, query.after());
            statement.setString(4, query.turbine());
            statement.setString(5, query.turbine());
            statement.setInt(6, query.limit() + 1);
            try (ResultSet row = statement.executeQuery()) {
                List<Row> rows = new ArrayList<>();
                while (row.next()) {
                    Key key = new Key(row.getString("turbine_id"), row.getInt("source"), row.getInt("target"),
                            row.getObject("map_id", UUID.class));
                    rows.add(new Row(key, row.getLong("epoch"), key.target() == shard.index(), side(row)));
                }
                return rows;
            }
        }
    }

    private static MoveEvidence.Side side(ResultSet row) throws SQLException {
        return new MoveEvidence.Side(row.getString("step"), row.getLong("rows_moved"), row.getLong("bytes_moved"),
                row.getLong("batches"), row.getLong("retries"), row.getLong("conflicts"), row.getLong("rows_proved"),
                row.getString("first_at"), row.getString("last_at"),
                row.getBigDecimal("digest").toPlainString(), row.getLong("token"),
                row.getObject("grant_id", UUID.class), row.getString("owner"), instant(row, "started_at"),
                instant(row, "updated_at"),
                row.getObject("finished_at") == null ? null : instant(row, "finished_at"), row.getString("problem"));
    }

    private static Instant instant(ResultSet row, String column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }

    private static MoveEvidence evidence(Row row) {
        Key key = row.key();
        return new MoveEvidence(key.turbine(), new ShardId(key.source()).name(), new ShardId(key.target()).name(),
                row.epoch(), key.mapId(), Step.ofJournal(row.side().step()).label(), row.isCopy() ? row.side() : null,
                row.isCopy() ? null : row.side());
    }

    private static MoveEvidence both(MoveEvidence a, MoveEvidence b) {
        return new MoveEvidence(a.turbine(), a.source(), a.target(), a.epoch(), a.mapId(),
                Step.ofBoth(Step.of(a.step()).orElseThrow(), Step.of(b.step()).orElseThrow()).label(),
                first(a.copy(), b.copy()), first(a.deletion(), b.deletion()));
    }

    private static MoveEvidence.@Nullable Side first(MoveEvidence.@Nullable Side a, MoveEvidence.@Nullable Side b) {
        return a == null ? b : a;
    }
}
