package io.galewatch.routing.read;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** What a turbine measures, in the order in which columns are named in statements. */
public enum Channel {
    WIND_SPEED("windSpeed", true), WIND_DIRECTION("windDirection", true), AIR_TEMPERATURE("airTemperature",
            true), AIR_PRESSURE("airPressure", true), ROTOR_SPEED("rotorSpeed", true), GENERATOR_SPEED("generatorSpeed",
                    true), PITCH_ANGLE("pitchAngle", true), NACELLE_DIRECTION("nacelleDirection",
                            true), GEARBOX_OIL_TEMPERATURE("gearboxOilTemperature", true), GENERATOR_TEMPERATURE(
                                    "generatorTemperature", true), GRID_VOLTAGE("gridVoltage", true), GRID_FREQUENCY(
                                            "gridFrequency", true), ACTIVE_POWER("activePower", false), REACTIVE_POWER(
                                                    "reactivePower", false), ENERGY_TOTAL("energyTotal", false);

    /** All channels, without the copy that {@link #values()} makes. */
    public static final List<Channel> ALL = List.of(values());

    private final String json;
    private final boolean single;

    Channel(String json, boolean single) {
        this.json = json;
        this.single = single;
    }

    /** The name in JSON, {@code windSpeed}. */
    public String json() {
        return json;
    }

    /** The column of {@code readings}, {@code wind_speed}. */
    public String column() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }

    /** Whether the column is {@code real} and not {@code double precision}. */
    public boolean isSingle() {
        return single;
    }

    /** All columns, for a statement. */
    static String columns() {
        return Arrays.stream(values()).map(Channel::column).collect(Collectors.joining(", "));
    }
}
