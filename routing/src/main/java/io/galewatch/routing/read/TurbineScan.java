package io.galewatch.routing.read;

import io.galewatch.routing.map.ShardId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Which turbines a shard holds rows of, in serial order, with the home that the shard computes for each: a loose index scan
 * (PostgreSQL wiki, "Loose indexscan"), one index probe per turbine and not per row.
 */
public final class TurbineScan {

    /** A recursive table expression {@code turbine(id, n)}. Parameters: the serial after which to begin, most turbines. */
    public static final String TURBINE = """
        turbine(id, n) as (
            (select r.turbine_id, 1 from readings r where r.turbine_id > ? order by r.turbine_id limit 1)
            union all
            (select (select r.turbine_id from readings r where r.turbine_id > t.id order by r.turbine_id limit 1), t.n + 1
               from turbine t where t.id is not null and t.n < ?)
        )
        """;

    /** Every serial comes after this one. */
    public static final String START = "";

    /** Parameters: those of {@link #TURBINE}, the divisor. */
    public static final String PAGE = "with recursive " + TURBINE
            + "select id, turbine_hash(id) % ? as home from turbine where id is not null order by id";

    private TurbineScan() {}

    /**
     * A turbine with rows on the shard that was asked.
     *
     * @param home by the shard's own address function
     */
    public record Found(String turbine, ShardId home) {}

    /**
     * The next turbines after a serial.
     *
     * @param after exclusive; empty to begin
     * @param limit most turbines; fewer are returned only at the end
     * @param shards the divisor of the map
     */
    public static List<Found> page(Connection connection, String after, int limit, int shards) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(PAGE)) {
            statement.setString(1, after);
            statement.setInt(2, limit);
            statement.setInt(3, shards);
            try (ResultSet row = statement.executeQuery()) {
                List<Found> found = new ArrayList<>();
                while (row.next()) {
                    found.add(new Found(row.getString(1), new ShardId(row.getInt(2))));
                }
                return found;
            }
        }
    }
}
