package io.galewatch.sim.leaseonly;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** One shard, as that mover used it: it reads, inserts, counts and deletes. */
final class Shard implements AutoCloseable {

    private static final String COLUMNS = """
        turbine_id, read_at, wind_speed, wind_direction, air_temperature, air_pressure, rotor_speed, generator_speed,
        pitch_angle, nacelle_direction, gearbox_oil_temperature, generator_temperature, grid_voltage, grid_frequency,
        active_power, reactive_power, energy_total
        """;

    /** As one JSON array, for the short way from one shard to another. */
    private static final String READ = """
        select json_agg(r)::text, max(r.read_at)::text, count(*)
          from (select %s from readings where turbine_id = ? and read_at > ?::timestamptz order by read_at limit ?) r
        """.formatted(COLUMNS);

    private static final String INSERT = """
        insert into readings (%1$s)
        select %1$s from json_populate_recordset(null::readings, ?::json)
        on conflict do nothing
        """.formatted(COLUMNS);

    private static final String MOVED = """
        insert into turbine_move (turbine_id, source, target, map_id, epoch, step, rows_moved, rows_proved, token, grant_id,
                                  owner, first_at, finished_at)
        select ?, ?, ?, map_id, epoch, 'done', ?, ?, ?, ?, ?,
               (select min(read_at) from readings where turbine_id = ?), clock_timestamp()
          from shard_map
        """;

    private final String name;
    private final Connection connection;

    private Shard(String name, Connection connection) {
        this.name = name;
        this.connection = connection;
    }

    static Shard open(int index, String url, String password) throws SQLException {
        return new Shard("shard-" + (index + 1), DriverManager.getConnection(url, "galewatch_mover", password));
    }

    /** Some rows in order. */
    record Rows(String json, String last, long count) {}

    /** The next rows after an instant, {@code -infinity} for the first; empty when there are none. */
    Optional<Rows> read(String turbine, String after, int limit) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(READ)) {
            statement.setString(1, turbine);
            statement.setString(2, after);
            statement.setInt(3, limit);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getLong(3) == 0
                        ? Optional.empty()
                        : Optional.of(new Rows(row.getString(1), row.getString(2), row.getLong(3)));
            }
        }
    }

    /** Committed when it returns; rows that are there already are left alone. */
    void insert(Rows rows) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(INSERT)) {
            statement.setString(1, rows.json());
            statement.executeUpdate();
        }
    }

    long count(String turbine) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                "select count(*) from readings where turbine_id = ?")) {
            statement.setString(1, turbine);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    long delete(String turbine) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("delete from readings where turbine_id = ?")) {
            statement.setString(1, turbine);
            return statement.executeUpdate();
        }
    }

    /** Writes down what was counted here, before the other side is deleted. */
    void writeDown(String turbine, long rows, int source, int target, long token, UUID grant, String owner)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(MOVED)) {
            statement.setString(1, turbine);
            statement.setInt(2, source);
            statement.setInt(3, target);
            statement.setLong(4, rows);
            statement.setLong(5, rows);
            statement.setLong(6, token);
            statement.setObject(7, grant);
            statement.setString(8, owner);
            statement.setString(9, turbine);
            statement.executeUpdate();
        }
    }

    /** The serials that have rows here. */
    List<String> turbines() throws SQLException {
        List<String> serials = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select distinct turbine_id from readings")) {
            while (row.next()) {
                serials.add(row.getString(1));
            }
        }
        return serials;
    }

    int home(String turbine, int shards) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("select turbine_hash(?) % ?")) {
            statement.setString(1, turbine);
            statement.setInt(2, shards);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getInt(1);
            }
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }

    @Override
    public String toString() {
        return name;
    }
}
