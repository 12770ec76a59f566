package io.galewatch.routing.read;

import io.galewatch.routing.map.ShardId;
import io.galewatch.routing.map.ShardMap;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What is asked of each shard. Map and rows come out of one statement, hence one snapshot: two statements could show the
 * map from before a flip and the rows from after it.
 */
final class Question {

    private static final int FIRST_CHANNEL = 6;

    private static final String PAGE = question("""
        select read_at, %s from readings
         where turbine_id = ? and read_at >= ? and read_at > ? and read_at < ?
         order by read_at limit ?
        """);

    private static final String LATEST = question("""
        select read_at, %s from readings where turbine_id = ? order by read_at desc limit ?
        """);

    private final String turbine;
    private final String sql;
    private final List<Object> parameters;

    private Question(String turbine, String sql, List<Object> parameters) {
        this.turbine = turbine;
        this.sql = sql;
        this.parameters = parameters;
    }

    /** The first readings of a page, and one more, which tells whether there is a next one. */
    static Question page(HistoryQuery query) {
        Cursor after = query.after();
        return new Question(query.turbine(), PAGE, List.of(query.turbine(), query.turbine(),
                bound(query.from(), OffsetDateTime.MIN),
                bound(after == null ? null : after.after(), OffsetDateTime.MIN),
                bound(query.to(), OffsetDateTime.MAX), query.limit() + 1));
    }

    static Question latest(String turbine) {
        return new Question(turbine, LATEST, List.of(turbine, turbine, 1));
    }

    String turbine() {
        return turbine;
    }

    ShardAnswer ask(Connection connection, ShardId shard) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.size(); i++) {
                statement.setObject(i + 1, parameters.get(i));
            }
            try (ResultSet row = statement.executeQuery()) {
                return answer(row, shard);
            }
        }
    }

    private ShardAnswer answer(ResultSet row, ShardId shard) throws SQLException {
        if (!row.next()) {
            throw new SQLException(shard + " has no map yet: run migrate", "GW003");
        }
        ShardMap map = new ShardMap(row.getLong(1), row.getInt(2), row.getObject(3, UUID.class));
        boolean known = row.getBoolean(4);
        List<Reading> readings = new ArrayList<>();
        do {
            @Nullable
            OffsetDateTime at = row.getObject(5, OffsetDateTime.class);
            if (at != null) {
                readings.add(new Reading(turbine, at.toInstant(), measurements(row)));
            }
        } while (row.next());
        return new ShardAnswer(shard, map, known, readings);
    }

    private static Measurements measurements(ResultSet row) throws SQLException {
        Measurements.Builder values = Measurements.builder();
        for (Channel channel : Channel.ALL) {
            double value = row.getDouble(FIRST_CHANNEL + channel.ordinal());
            if (!row.wasNull()) {
                values.set(channel, value);
            }
        }
        return values.build();
    }

    private static String question(String rows) {
        return """
            select m.epoch, m.shards, m.map_id, k.known, r.*
              from shard_map m
             cross join lateral (select exists (select from readings where turbine_id = ?) as known) k
              left join lateral (%s) r on true
            """.formatted(rows.formatted(Channel.columns()));
    }

    private static Object bound(@Nullable Instant instant, OffsetDateTime none) {
        return instant == null ? none : instant.atOffset(ZoneOffset.UTC);
    }
}
