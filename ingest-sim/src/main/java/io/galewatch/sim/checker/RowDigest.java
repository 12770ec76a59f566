package io.galewatch.sim.checker;

/** How the checker sees a row: all columns by name, in Postgres's binary form, bit by bit. */
final class RowDigest {

    static final String EXPRESSION = """
        ('x' || left(md5(record_send(row(turbine_id, read_at, wind_speed, wind_direction, air_temperature,
            air_pressure, rotor_speed, generator_speed, pitch_angle, nacelle_direction, gearbox_oil_temperature,
            generator_temperature, grid_voltage, grid_frequency, active_power, reactive_power, energy_total))), 16)
        )::bit(64)::bigint""";

    private RowDigest() {}
}
