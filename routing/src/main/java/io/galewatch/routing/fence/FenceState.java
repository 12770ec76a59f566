package io.galewatch.routing.fence;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.UUID;

/**
 * The fence row of a shard.
 *
 * @param incarnation start of the server process that was sealed
 * @param serverStart start of the server process that answers now; another one means another past
 */
public record FenceState(long token, UUID grantId, String owner, OffsetDateTime incarnation,
        OffsetDateTime serverStart) {

    private static final String READ = "select token, grant_id, owner, incarnation, pg_postmaster_start_time() from mover_fence";

    /** Reads the row; empty when it is missing, which no grant may act on. */
    public static Optional<FenceState> read(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(READ);
                ResultSet row = statement.executeQuery()) {
            if (!row.next()) {
                return Optional.empty();
            }
            return Optional.of(new FenceState(row.getLong(1), row.getObject(2, UUID.class), row.getString(3),
                    row.getObject(4, OffsetDateTime.class), row.getObject(5, OffsetDateTime.class)));
        }
    }
}
