package io.galewatch.sim.turbines;

import java.time.Instant;
import java.util.random.RandomGenerator;

/** Plausible live values of one turbine: a wind that wanders, and what follows from it. */
final class Weather {

    private static final double RATED_KILOWATTS = 2_300;

    private final RandomGenerator random;
    private double wind;
    private double direction;
    private double energy;

    Weather(RandomGenerator random) {
        this.random = random;
        this.wind = random.nextDouble(4, 14);
        this.direction = random.nextDouble(360);
        this.energy = random.nextDouble(1_000_000, 9_000_000);
    }

    Reading next(String turbine, Instant at) {
        wind = Math.clamp(wind + random.nextDouble(-0.4, 0.4), 0, 28);
        direction = (direction + random.nextDouble(-3, 3) + 360) % 360;
        double power = wind < 3.5 || wind > 25 ? 0 : Math.min(RATED_KILOWATTS, 1.9 * wind * wind * wind);
        energy += power * 2 / 3_600;
        double rotor = power == 0 ? 0 : Math.min(17, 6 + wind);
        return new Reading(turbine, at, real(wind), real(direction), real(9 + random.nextDouble(-1, 1)),
                real(1_009 + random.nextDouble(-4, 4)), real(rotor), real(rotor * 97.1),
                real(wind > 12 ? (wind - 12) * 2 : 0), real((direction + random.nextDouble(-2, 2) + 360) % 360),
                real(52 + power / 200), real(58 + power / 120), real(690 + random.nextDouble(-5, 5)),
                real(50 + random.nextDouble(-0.05, 0.05)), round(power), round(power * 0.08), round(energy));
    }

    /** Sensors have a resolution. It also keeps the JSON short. */
    private static float real(double value) {
        return (float) round(value);
    }

    private static double round(double value) {
        return Math.rint(value * 100) / 100;
    }
}
