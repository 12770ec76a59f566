package io.galewatch.mover.move;

import static org.assertj.core.api.Assertions.assertThat;

import io.galewatch.routing.map.ShardId;
import io.galewatch.routing.testing.TestFleet;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.TreeMap;

/** What lies where, by SQL of its own: no digest, hash or address of the product. */
final class FleetContents {

    private static final String HOME = "('x' || left(encode(sha256(convert_to(turbine_id, 'UTF8')), 'hex'), 8))::bit(32)::bigint % ";

    private final TestFleet fleet;

    FleetContents(TestFleet fleet) {
        this.fleet = fleet;
    }

    /** Every row of every shard as text, to how often it is stored. */
    Map<String, Integer> rows() {
        Map<String, Integer> rows = new TreeMap<>();
        for (ShardId shard : fleet.address().shards()) {
            query(shard, "select r::text from readings r", row -> rows.merge(row, 1, Integer::sum));
        }
        return rows;
    }

    /** As {@link #rows()}, by column name and not by column order. */
    Map<String, Integer> byName() {
        Map<String, Integer> rows = new TreeMap<>();
        for (ShardId shard : fleet.address().shards()) {
            query(shard, "select to_jsonb(r)::text from readings r", row -> rows.merge(row, 1, Integer::sum));
        }
        return rows;
    }

    /** Nothing lost, nothing twice, everything at home. */
    void mustBe(Map<String, Integer> expected, int n) {
        assertThat(rows()).isEqualTo(expected);
        for (ShardId shard : fleet.address().shards()) {
            query(shard, "select turbine_id from readings where " + HOME + n + " <> " + shard.index() + " limit 1",
                    turbine -> assertThat(turbine).as("misplaced on " + shard).isNull());
        }
    }

    /** Puts rows where the given N wants them; the row source is SQL with the columns turbine_id, read_at, wind_speed. */
    void load(int n, String rowSource) {
        for (ShardId shard : fleet.address().shards()) {
            fleet.onShard(shard, "insert into readings (turbine_id, read_at, wind_speed, active_power) "
                    + "select turbine_id, read_at, wind_speed, wind_speed * 100 from (" + rowSource + ") s where "
                    + HOME + n
                    + " = " + shard.index());
        }
    }

    interface RowReader {
        void read(String text);
    }

    private void query(ShardId shard, String sql, RowReader reader) {
        try (Connection connection = fleet.shardSuperuser(shard); Statement statement = connection.createStatement()) {
            // The driver passes on the time zone of this JVM, and instants are compared as text.
            statement.execute("set timezone = 'UTC'");
            try (ResultSet row = statement.executeQuery(sql)) {
                while (row.next()) {
                    reader.read(row.getString(1));
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }
}
