package io.galewatch.sim.checker;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Merges the rows of one turbine from all shards by instant. */
final class StoredRows implements AutoCloseable {

    private final List<ShardCursor> cursors = new ArrayList<>();

    static StoredRows open(List<Connection> shards, String turbine, RowRange range) throws SQLException {
        StoredRows rows = new StoredRows();
        for (Connection shard : shards) {
            rows.cursors.add(ShardCursor.open(shard, turbine, range));
        }
        return rows;
    }

    Optional<StoredRow> next() throws SQLException {
        long lowest = Long.MAX_VALUE;
        boolean any = false;
        for (ShardCursor cursor : cursors) {
            if (cursor.onRow()) {
                lowest = Math.min(lowest, cursor.micros());
                any = true;
            }
        }
        if (!any) {
            return Optional.empty();
        }
        Map<Integer, Long> copies = new HashMap<>();
        for (int index = 0; index < cursors.size(); index++) {
            ShardCursor cursor = cursors.get(index);
            if (cursor.onRow() && cursor.micros() == lowest) {
                copies.put(index, cursor.digest());
                cursor.advance();
            }
        }
        return Optional.of(new StoredRow(lowest, copies));
    }

    @Override
    public void close() throws SQLException {
        for (ShardCursor cursor : cursors) {
            cursor.close();
        }
    }
}
