package io.galewatch.mover.audit;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a shard's journal says was proved to be there. */
final class Journals {

    private static final String PROVED = """
        select turbine_id, max(rows_proved), min(first_at) filter (where isfinite(first_at)),
               (extract(epoch from min(first_at) filter (where isfinite(first_at))) * 1000000)::bigint,
               max(epoch)
          from turbine_move
         where turbine_id > ? and rows_proved > 0 and step in ('verified', 'done')
         group by turbine_id order by turbine_id limit ?
        """;

    private Journals() {}

    /**
     * One turbine's.
     *
     * @param rows most that were proved at once
     * @param first first finite key that was proved; null when there was none
     */
    record Proved(String turbine, long rows, History.@Nullable At first, long epoch) {

        /** Of two shards' word on one turbine: what was proved earliest in its history. */
        Proved earlier(Proved other) {
            if (first == null || other.first == null) {
                return first == null ? other : this;
            }
            return first.micros() <= other.first.micros() ? this : other;
        }
    }

    static List<Proved> page(Connection connection, String after, int limit) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(PROVED)) {
            statement.setString(1, after);
            statement.setInt(2, limit);
            try (ResultSet row = statement.executeQuery()) {
                List<Proved> page = new ArrayList<>();
                while (row.next()) {
                    @Nullable
                    String first = row.getString(3);
                    page.add(new Proved(row.getString(1), row.getLong(2),
                            first == null ? null : new History.At(first, row.getLong(4)), row.getLong(5)));
                }
                return page;
            }
        }
    }
}
