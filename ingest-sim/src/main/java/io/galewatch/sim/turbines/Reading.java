package io.galewatch.sim.turbines;

import java.time.Instant;

/** What a turbine sends: names and order are those of the API and of the columns. */
public record Reading(String turbine, Instant at, float windSpeed, float windDirection, float airTemperature,
        float airPressure, float rotorSpeed, float generatorSpeed, float pitchAngle, float nacelleDirection,
        float gearboxOilTemperature, float generatorTemperature, float gridVoltage, float gridFrequency,
        double activePower, double reactivePower, double energyTotal) {}
