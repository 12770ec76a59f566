package io.galewatch.routing.table;

import io.galewatch.routing.claim.Grant;
import io.galewatch.routing.map.ShardId;
import io.galewatch.routing.map.ShardMap;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The routing database's tables but for the claim. Methods throw Spring's
 * {@link org.springframework.dao.DataAccessException} when it does not answer.
 */
public final class RoutingTable {

    private static final String EPOCH_COLUMNS = "epoch, shards, map_id, created_at, created_by, completed_at";

    private static final String NEWEST = "select " + EPOCH_COLUMNS + " from routing_epoch order by epoch desc limit 1";

    /** The newest complete epoch and all after it: the maps under which a row may still lie somewhere. */
    private static final String LIVE = "select " + EPOCH_COLUMNS + """
         from routing_epoch
         where epoch >= coalesce((select max(epoch) from routing_epoch where completed_at is not null), 0)
         order by epoch
        """;

    private static final String CREATE = """
        insert into routing_epoch (epoch, shards, map_id, created_by) values (:epoch, :shards, :map, :by)
        on conflict do nothing
        """;

    /** Only the grant that did the work may say that it is complete, and only of the newest map. */
    private static final String COMPLETE = """
        update routing_epoch
           set completed_at = clock_timestamp(), completed_token = :token, completed_grant = :grant
         where epoch = :epoch and map_id = :map and completed_at is null
           and epoch = (select max(epoch) from routing_epoch)
           and exists (select from mover_claim where role = :role and token = :token and grant_id = :grant)
        """;

    private final JdbcClient jdbc;

    public RoutingTable(DataSource routing) {
        this.jdbc = JdbcClient.create(routing);
    }

    /** The fleet this routing database belongs to; empty before {@code migrate}. */
    public Optional<UUID> fleetId() {
        return jdbc.sql("select fleet_id from fleet").query(UUID.class).optional();
    }

    /** Shards that take part, in index order; more than N while one is being added or retired. */
    public List<ShardId> shards() {
        return jdbc.sql("select shard_index from shard order by shard_index").query(
                (row, n) -> new ShardId(row.getInt(1))).list();
    }

    public Optional<Epoch> newest() {
        return jdbc.sql(NEWEST).query((row, n) -> epoch(row)).optional();
    }

    /** The newest complete epoch and every later one, oldest first. */
    public List<Epoch> live() {
        return jdbc.sql(LIVE).query((row, n) -> epoch(row)).list();
    }

    /**
     * Records a map under its epoch, if the epoch is still free. First writer wins; no clock is asked.
     *
     * @return whether this map is the one recorded now, by this call or an earlier one
     */
    public boolean record(ShardMap map, String by) {
        jdbc.sql(CREATE).param("epoch", map.epoch()).param("shards", map.shards()).param("map", map.mapId()).param("by",
                by).update();
        return jdbc.sql("select count(*) from routing_epoch where epoch = :epoch and map_id = :map").param("epoch",
                map.epoch()).param("map", map.mapId()).query(Long.class).single() == 1;
    }

    /**
     * Writes that everything is at home under a map.
     *
     * @return false when the map is not the newest any more, was complete already, or the claim is another's
     */
    public boolean complete(ShardMap map, Grant grant) {
        return jdbc.sql(COMPLETE).param("epoch", map.epoch()).param("map", map.mapId()).param("role",
                grant.role()).param("token", grant.token()).param("grant", grant.grantId()).update() == 1;
    }

    public Optional<Pause> pause() {
        return jdbc.sql("select paused_by, reason, paused_at from mover_pause").query(
                (row, n) -> new Pause(row.getString(1), row.getString(2),
                        row.getObject(3, OffsetDateTime.class).toInstant())).optional();
    }

    /** Pauses rebalancing; the first pause stays. */
    public void pause(String by, String reason) {
        jdbc.sql("insert into mover_pause (paused_by, reason) values (:by, :reason) on conflict do nothing").param("by",
                by).param("reason", reason).update();
    }

    public void resume() {
        jdbc.sql("delete from mover_pause").update();
    }

    private static Epoch epoch(ResultSet row) throws SQLException {
        ShardMap map = new ShardMap(row.getLong("epoch"), row.getInt("shards"), row.getObject("map_id", UUID.class));
        @Nullable
        OffsetDateTime completed = row.getObject("completed_at", OffsetDateTime.class);
        return new Epoch(map, row.getObject("created_at", OffsetDateTime.class).toInstant(),
                row.getString("created_by"),
                completed == null ? null : completed.toInstant());
    }
}
