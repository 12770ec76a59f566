package io.galewatch.mover.console;

import io.galewatch.routing.map.ShardMap;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * What the routing database shows.
 *
 * @param map the newest one
 * @param previousShards N of the newest complete epoch before it; its own where there is none
 * @param events grants, fenced rejections and epochs, the newest of each
 * @param fencedRejections of all time
 */
record RoutingSight(ShardMap map, int previousShards, boolean complete, Optional<Paused> paused, Claim claim,
        List<FeedEvent> events, long fencedRejections) {

    private static final int MOST_EVENTS = 100;

    private static final String NEWEST = """
        select e.epoch, e.shards, e.map_id, e.completed_at is not null,
               coalesce((select p.shards from routing_epoch p where p.completed_at is not null and p.epoch < e.epoch
                          order by p.epoch desc limit 1), e.shards)
          from routing_epoch e order by e.epoch desc limit 1
        """;
    private static final String PAUSED = "select paused_by, reason, paused_at from mover_pause";
    private static final String CLAIM = """
        select owner, token, extract(epoch from expires_at - clock_timestamp())::float8, extract(epoch from lease)::float8
          from mover_claim where role = 'mover'
        """;
    private static final String GRANTS = """
        select token, owner, cause, granted_at from claim_grant where role = 'mover' order by token desc limit :most
        """;
    private static final String FENCED = """
        select id, at, box, shard, step, turbine_id, own_token, stored_token, stored_owner
          from fenced_rejection order by at desc limit :most
        """;
    private static final String EPOCHS = """
        select epoch, shards, created_by, created_at, completed_at from routing_epoch order by epoch desc limit :most
        """;

    /** By whom, why, and since when. */
    record Paused(String by, String reason, Instant since) {}

    /**
     * The claim.
     *
     * @param owner null when nobody holds it
     * @param secondsLeft 0 when nobody does
     * @param lease in seconds; 0 before the first grant
     */
    record Claim(@Nullable String owner, long token, double secondsLeft, double lease) {}

    /** @throws org.springframework.dao.DataAccessException when it does not answer */
    static RoutingSight read(DataSource routing) {
        JdbcClient jdbc = JdbcClient.create(routing);
        List<FeedEvent> events = new ArrayList<>();
        events.addAll(jdbc.sql(GRANTS).param("most", MOST_EVENTS).query((row, n) -> grant(row)).list());
        events.addAll(jdbc.sql(FENCED).param("most", MOST_EVENTS).query((row, n) -> fenced(row)).list());
        jdbc.sql(EPOCHS).param("most", MOST_EVENTS).query(row -> {
            addEpoch(row, events);
        });
        Optional<Paused> paused = jdbc.sql(PAUSED).query(
                (row, n) -> new Paused(row.getString(1), row.getString(2), instant(row, 3))).optional();
        paused.ifPresent(pause -> events.add(FeedEvent.paused(pause)));
        Claim claim = jdbc.sql(CLAIM).query((row, n) -> claim(row)).single();
        long rejections = jdbc.sql("select count(*) from fenced_rejection").query(Long.class).single();
        return jdbc.sql(NEWEST).query((row, n) -> new RoutingSight(
                new ShardMap(row.getLong(1), row.getInt(2), row.getObject(3, UUID.class)), row.getInt(5),
                row.getBoolean(4), paused, claim, List.copyOf(events), rejections)).single();
    }

    private static Claim claim(ResultSet row) throws SQLException {
        double left = row.getDouble(3);
        boolean held = row.getString(1) != null && left > 0;
        return new Claim(held ? row.getString(1) : null, row.getLong(2), held ? left : 0, row.getDouble(4));
    }

    private static FeedEvent grant(ResultSet row) throws SQLException {
        return FeedEvent.grant(row.getLong(1), row.getString(2), row.getString(3), instant(row, 4));
    }

    private static FeedEvent fenced(ResultSet row) throws SQLException {
        String turbine = row.getString(6);
        return new FeedEvent("fenced-" + row.getString(1), instant(row, 2), FeedEvent.Kind.FENCED,
                row.getString(3) + " was fenced on " + row.getString(4) + " in step " + row.getString(5)
                        + (turbine == null ? "" : " of " + turbine) + ": its token was " + row.getLong(7)
                        + ", the shard obeys token " + row.getLong(8) + " of " + row.getString(9)
                        + ". Nothing was changed");
    }

    private static void addEpoch(ResultSet row, List<FeedEvent> events) throws SQLException {
        long epoch = row.getLong(1);
        events.add(new FeedEvent("epoch-" + epoch, instant(row, 4), FeedEvent.Kind.EPOCH,
                "Epoch " + epoch + " with " + row.getInt(2) + " shards, by " + row.getString(3)));
        if (row.getObject(5) != null) {
            events.add(new FeedEvent("complete-" + epoch, instant(row, 5), FeedEvent.Kind.COMPLETE,
                    "Epoch " + epoch + " is complete: everything is at home"));
        }
    }

    private static Instant instant(ResultSet row, int column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }
}
