package io.galewatch.sim.checker;

import io.galewatch.sim.ledger.LedgerEntry;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;

/** Takes, before anything moves, the digest of each turbine's history that the check afterwards compares with. */
public final class SeededDigests {

    private static final String QUERY = """
        select turbine_id, count(*), min(read_at), max(read_at), sum(digest)
          from (select turbine_id, read_at, %s as digest from readings) as seeded
         group by turbine_id
         order by turbine_id
        """.formatted(RowDigest.EXPRESSION);

    private SeededDigests() {}

    public static List<LedgerEntry.Seeded> take(Connection shard) throws SQLException {
        List<LedgerEntry.Seeded> digests = new ArrayList<>();
        try (Statement statement = shard.createStatement(); ResultSet row = statement.executeQuery(QUERY)) {
            while (row.next()) {
                digests.add(new LedgerEntry.Seeded(row.getString(1), row.getLong(2),
                        row.getObject(3, OffsetDateTime.class).toInstant(),
                        row.getObject(4, OffsetDateTime.class).toInstant(), row.getBigDecimal(5)));
            }
        }
        return digests;
    }
}
