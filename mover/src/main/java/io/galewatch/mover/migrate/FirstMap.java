package io.galewatch.mover.migrate;

import io.galewatch.mover.config.Database;
import io.galewatch.routing.map.ShardId;
import io.galewatch.routing.map.ShardMap;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Registers the shards, and gives the routing database its first epoch and each shard its first map. */
final class FirstMap {

    private static final String ON_SHARD = "select epoch, shards, map_id from shard_map";
    private static final String IN_TABLE = "select epoch, shards, map_id from routing_epoch order by epoch desc limit 1";

    private final Owner owner;
    private final Database routing;
    private final List<Database> shards;

    FirstMap(Owner owner, Database routing, List<Database> shards) {
        this.owner = owner;
        this.routing = routing;
        this.shards = shards;
    }

    void register() throws SQLException {
        owner.in(routing, connection -> {
            try (PreparedStatement insert = connection.prepareStatement(
                    "insert into shard (shard_index, name) values (?, ?) on conflict do nothing")) {
                for (Database database : shards) {
                    ShardId shard = database.shard().orElseThrow();
                    insert.setInt(1, shard.index());
                    insert.setString(2, shard.name());
                    insert.executeUpdate();
                }
            }
            return shards.size();
        });
    }

    /**
     * The newest epoch; epoch 1 is made if there is none. A new routing database of an old fleet takes over what its
     * shards obey instead, and leaves it to the mover to find out whether everything is at home.
     */
    ShardMap newest(int firstShards) throws SQLException {
        Optional<ShardMap> obeyed = Optional.empty();
        for (Database shard : shards) {
            Optional<ShardMap> its = owner.in(shard, connection -> map(connection, ON_SHARD));
            if (its.isPresent() && (obeyed.isEmpty() || its.get().isNewerThan(obeyed.get()))) {
                obeyed = its;
            }
        }
        boolean fresh = obeyed.isEmpty();
        ShardMap first = obeyed.orElseGet(() -> new ShardMap(1, firstShards, UUID.randomUUID()));
        return owner.in(routing, connection -> {
            try (PreparedStatement insert = connection.prepareStatement("""
                insert into routing_epoch (epoch, shards, map_id, created_by, completed_at)
                select ?, ?, ?, 'migrate', case when ? then clock_timestamp() end
                 where not exists (select from routing_epoch)
                on conflict do nothing
                """)) {
                insert.setLong(1, first.epoch());
                insert.setInt(2, first.shards());
                insert.setObject(3, first.mapId());
                insert.setBoolean(4, fresh);
                insert.executeUpdate();
            }
            return map(connection, IN_TABLE).orElseThrow();
        });
    }

    /** A shard that has a map keeps it: boxes bring it to a newer one. */
    void give(Database shard, ShardMap map) throws SQLException {
        owner.in(shard, connection -> {
            try (PreparedStatement insert = connection.prepareStatement(
                    "insert into shard_map (epoch, shards, map_id) values (?, ?, ?) on conflict do nothing")) {
                insert.setLong(1, map.epoch());
                insert.setInt(2, map.shards());
                insert.setObject(3, map.mapId());
                return insert.executeUpdate();
            }
        });
    }

    private static Optional<ShardMap> map(Connection connection, String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql); ResultSet row = statement.executeQuery()) {
            return row.next()
                    ? Optional.of(new ShardMap(row.getLong(1), row.getInt(2), row.getObject(3, UUID.class)))
                    : Optional.empty();
        }
    }
}
