package io.galewatch.sim.scenario;

import io.galewatch.sim.turbines.Reading;
import io.galewatch.sim.turbines.ReadingDigest;
import io.galewatch.sim.turbines.Serials;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A writer that divides by 2, straight to the shards. No box can be made to do it any more; this is what the box of March
 * did, and its own arithmetic agrees with itself.
 */
final class OldDivisor {

    private static final int OLD = 2;

    private static final String INSERT = """
        insert into readings (turbine_id, read_at, wind_speed, wind_direction, air_temperature, air_pressure, rotor_speed,
            generator_speed, pitch_angle, nacelle_direction, gearbox_oil_temperature, generator_temperature, grid_voltage,
            grid_frequency, active_power, reactive_power, energy_total)
        values (?, ?::timestamptz, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """;

    private final Stage stage;
    private final InstantSource clock = InstantSource.system();
    private final Map<String, Long> hashes = new HashMap<>();
    private long misfiled;

    OldDivisor(Stage stage) {
        this.stage = stage;
    }

    /** Readings whose home is another shard by now. */
    long misfiled() {
        return misfiled;
    }

    /** Writes so many readings, one turbine after the other, and acknowledges each: the ledger has them. */
    void write(int readings) throws SQLException {
        List<String> serials = Serials.ardnavePoint(stage.turbineCount());
        Instant first = Postbox.longAgo(clock);
        int divisor = stage.watch().divisor();
        try (Connection shard1 = connect(1); Connection shard2 = connect(2)) {
            for (int i = 0; i < readings; i++) {
                Reading reading = Postbox.reading(serials.get(i % serials.size()), first.plusMillis(i));
                long hash = hashes.computeIfAbsent(reading.turbine(), this::hash);
                insert(hash % OLD == 0 ? shard1 : shard2, reading);
                stage.acknowledge(reading.turbine(), reading.at(), ReadingDigest.of(reading));
                if (hash % OLD != hash % divisor) {
                    misfiled++;
                }
            }
        }
    }

    private Connection connect(int shard) throws SQLException {
        return stage.fleet().databases().asOwner(stage.shard(shard));
    }

    private long hash(String turbine) {
        return Question.number(stage.shard(1), "select turbine_hash('" + turbine + "')");
    }

    private static void insert(Connection shard, Reading reading) throws SQLException {
        try (PreparedStatement statement = shard.prepareStatement(INSERT)) {
            statement.setString(1, reading.turbine());
            statement.setString(2, reading.at().toString());
            float[] reals = {reading.windSpeed(), reading.windDirection(), reading.airTemperature(),
                reading.airPressure(), reading.rotorSpeed(), reading.generatorSpeed(), reading.pitchAngle(),
                reading.nacelleDirection(), reading.gearboxOilTemperature(), reading.generatorTemperature(),
                reading.gridVoltage(), reading.gridFrequency()};
            int column = 3;
            for (float real : reals) {
                statement.setFloat(column++, real);
            }
            statement.setDouble(column++, reading.activePower());
            statement.setDouble(column++, reading.reactivePower());
            statement.setDouble(column, reading.energyTotal());
            statement.executeUpdate();
        }
    }
}
