package io.galewatch.mover.admin;

import io.galewatch.routing.map.ShardId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One row of a shard's journal, as far as a status needs it.
 *
 * @param shard on which it stands: its target for the copy, its source for the deletion
 */
record JournalRow(ShardId shard, String turbine, int source, int target, String step, long rows, long bytes,
        @Nullable String problem, OffsetDateTime updatedAt) {

    private static final String OF_MAP = """
        select turbine_id, source, target, step, rows_moved, bytes_moved, problem, updated_at
          from turbine_move where map_id = ?
        """;

    boolean isCopy() {
        return target == shard.index();
    }

    static List<JournalRow> read(ShardId shard, Connection connection, UUID mapId) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(OF_MAP)) {
            statement.setObject(1, mapId);
            try (ResultSet row = statement.executeQuery()) {
                List<JournalRow> rows = new ArrayList<>();
                while (row.next()) {
                    rows.add(new JournalRow(shard, row.getString(1), row.getInt(2), row.getInt(3), row.getString(4),
                            row.getLong(5), row.getLong(6), row.getString(7), row.getObject(8, OffsetDateTime.class)));
                }
                return rows;
            }
        }
    }
}
