package io.galewatch.sim.turbines;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;

/** Writes the past of a turbine, generated in the database: the same seed gives the same values. */
public final class HistorySeeder {

    private static final long PERIOD_SECONDS = 2;
    /** The shard keeps the rows of a statement aside to check their home: bounded, so that they stay in memory. */
    private static final long ROWS_PER_STATEMENT = 20_000;

    /** Each inner query computes what the outer ones need more than once; OFFSET 0 keeps them from being merged. */
    private static final String INSERT = """
        insert into readings (turbine_id, read_at, wind_speed, wind_direction, air_temperature, air_pressure,
            rotor_speed, generator_speed, pitch_angle, nacelle_direction, gearbox_oil_temperature,
            generator_temperature, grid_voltage, grid_frequency, active_power, reactive_power, energy_total)
        select ?, to_timestamp(second), wind::real, direction::real, (9 + noise_b)::real,
               (1009 + 4 * noise_a)::real, (power / 150)::real, (power / 1.5)::real, (wind / 3)::real,
               (direction + noise_b)::real, (52 + power / 200)::real, (58 + power / 120)::real,
               (690 + 5 * noise_b)::real, (50 + 0.05 * noise_a)::real, power, power * 0.08, second * 0.4
          from (select second, wind, noise_a, noise_b, 180 + 90 * noise_a as direction,
                       least(2300, 1.9 * wind * wind * wind) as power
                  from (select second, noise_a, noise_b, 9 + 5 * sin(second / 4000.0::float8 + phase) + noise_a as wind
                          from (select second, phase, (hash & 1023) / 512.0::float8 - 1 as noise_a,
                                       ((hash >> 10) & 1023) / 512.0::float8 - 1 as noise_b
                                  from (select second, (seed & 255) / 40.0::float8 as phase,
                                               hashint8extended(second, seed) as hash
                                          from generate_series(?::bigint, ?::bigint, ?::bigint) as second,
                                               (select hashtextextended(?, ?) as seed) as s
                                        offset 0) as hashed
                                offset 0) as noisy
                        offset 0) as windy
                offset 0) as powered
        """;

    private final long seed;

    public HistorySeeder(long seed) {
        this.seed = seed;
    }

    /** Rows of a history of this length. */
    public static long rowsIn(Duration history) {
        return history.toSeconds() / PERIOD_SECONDS;
    }

    /** So many rows, two seconds apart, the last one at {@code end}. */
    public void seed(Connection owner, String turbine, long rows, Instant end) throws SQLException {
        long first = end.getEpochSecond() - (rows - 1) * PERIOD_SECONDS;
        try (PreparedStatement insert = owner.prepareStatement(INSERT)) {
            for (long done = 0; done < rows; done += ROWS_PER_STATEMENT) {
                long upTo = Math.min(rows, done + ROWS_PER_STATEMENT) - 1;
                insert.setString(1, turbine);
                insert.setLong(2, first + done * PERIOD_SECONDS);
                insert.setLong(3, first + upTo * PERIOD_SECONDS);
                insert.setLong(4, PERIOD_SECONDS);
                insert.setString(5, turbine);
                insert.setLong(6, seed);
                insert.executeUpdate();
            }
        }
    }
}
