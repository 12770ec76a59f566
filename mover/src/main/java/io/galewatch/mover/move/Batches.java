package io.galewatch.mover.move;

import io.galewatch.routing.db.Failure;
import io.galewatch.routing.fence.Fence;
import io.galewatch.routing.fence.Seal;
import io.galewatch.routing.map.ShardId;
import io.galewatch.routing.map.ShardMap;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The only way in which a mover changes a shard: one transaction that advances the fence first, then does its work, and
 * looks at the map last.
 *
 * <p>
 * The order matters. Fence before data, since the other order deadlocks with a successor on unique keys. The map is looked
 * at after the fence, to fail early, and taken shared as the last statement before COMMIT, so that a map that came in
 * between refuses the batch, and ingest never waits behind a batch that moves data.
 */
final class Batches {

    private final MoverSessions sessions;
    private final Map<ShardId, Seal> seals = new ConcurrentHashMap<>();

    Batches(MoverSessions sessions) {
        this.sessions = sessions;
    }

    void sealed(Seal seal) {
        seals.put(seal.shard(), seal);
    }

    boolean mayActOn(ShardId shard) {
        return seals.containsKey(shard);
    }

    /** Leaves a shard alone until it is sealed again. */
    void leave(ShardId shard) {
        seals.remove(shard);
    }

    Optional<Seal> seal(ShardId shard) {
        return Optional.ofNullable(seals.get(shard));
    }

    /** Runs one batch that touches no readings, and commits it; otherwise as {@link #run(ShardId, ShardMap, ReadingsTable, MoverSessions.Work)}. */
    <T> T run(ShardId shard, ShardMap map, MoverSessions.Work<T> work) {
        return run(shard, map, Optional.empty(), work);
    }

    /**
     * Runs one batch and commits it.
     *
     * @param expected the columns of readings as they were when the move began
     * @throws io.galewatch.routing.fence.FencedException the shard obeys another grant
     * @throws io.galewatch.routing.fence.SealBrokenException the shard was restarted or restored
     * @throws StaleMapException the shard obeys another map
     * @throws SetAsideException the columns have changed
     * @throws ShardFailureException anything else; after a broken connection the outcome is unknown, and the shard's journal
     *   tells it
     */
    <T> T run(ShardId shard, ShardMap map, ReadingsTable expected, MoverSessions.Work<T> work) {
        return run(shard, map, Optional.of(expected), work);
    }

    private <T> T run(ShardId shard, ShardMap map, Optional<ReadingsTable> expected, MoverSessions.Work<T> work) {
        Seal seal = seal(shard).orElseThrow(() -> new IllegalStateException(shard + " is not sealed"));
        return sessions.inTransaction(shard, connection -> {
            Fence.advance(connection, seal);
            look(connection, shard, map, expected);
            T result = work.with(connection);
            holdMap(connection, shard, map);
            connection.commit();
            return result;
        });
    }

    /** The join locks the table against DDL until commit, before its columns are looked at. */
    private static final String LOOK = """
        select m.epoch, m.shards, m.map_id, readings_fingerprint()
          from shard_map m left join (select from readings limit 0) locked on true
        """;

    private static void look(Connection connection, ShardId shard, ShardMap map, Optional<ReadingsTable> expected)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(LOOK);
                ResultSet row = statement.executeQuery()) {
            row.next();
            ShardMap obeyed = new ShardMap(row.getLong(1), row.getInt(2), row.getObject(3, UUID.class));
            String fingerprint = row.getString(4);
            if (!obeyed.equals(map)) {
                connection.rollback();
                throw new StaleMapException(shard, map, obeyed.toString());
            }
            if (expected.isPresent() && !expected.get().fingerprint().equals(fingerprint)) {
                connection.rollback();
                throw new SetAsideException(
                        "the columns of readings on " + shard + " changed in the middle of the move");
            }
        }
    }

    /** Asks the fence alone: after a broken connection, the way to learn that we were evicted. */
    void probe(ShardId shard, ShardMap map) {
        run(shard, map, connection -> true);
    }

    /** Looks whether the shard is the one that we sealed, and still obeys us, without waiting for a batch in flight. */
    void mustStillObey(ShardId shard) {
        Seal seal = seal(shard).orElseThrow(() -> new IllegalStateException(shard + " is not sealed"));
        sessions.reading(shard, connection -> {
            Fence.mustStillObey(connection, seal);
            return true;
        });
    }

    private static void holdMap(Connection connection, ShardId shard, ShardMap map) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("select map_hold(?, ?)")) {
            statement.setLong(1, map.epoch());
            statement.setObject(2, map.mapId());
            statement.execute();
        } catch (SQLException e) {
            if (Failure.of(e) == Failure.STALE_MAP) {
                connection.rollback();
                throw new StaleMapException(shard, map, String.valueOf(e.getMessage()));
            }
            throw e;
        }
    }
}
