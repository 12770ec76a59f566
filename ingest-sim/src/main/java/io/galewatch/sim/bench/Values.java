package io.galewatch.sim.bench;

import java.util.random.RandomGenerator;

/** Prepared values of readings, as text for JSON and as numbers for JDBC, so that making them up takes no time. */
final class Values {

    static final int SETS = 512;

    private static final String[] SINGLES = {"windSpeed", "windDirection", "airTemperature", "airPressure",
        "rotorSpeed",
        "generatorSpeed", "pitchAngle", "nacelleDirection", "gearboxOilTemperature", "generatorTemperature",
        "gridVoltage", "gridFrequency"};
    private static final String[] DOUBLES = {"activePower", "reactivePower", "energyTotal"};

    private final float[][] singles = new float[SINGLES.length][SETS];
    private final double[][] doubles = new double[DOUBLES.length][SETS];
    private final String[] json = new String[SETS];

    Values(RandomGenerator random) {
        for (int set = 0; set < SETS; set++) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < SINGLES.length; i++) {
                singles[i][set] = random.nextInt(100_000) / 100f;
                text.append(",\"").append(SINGLES[i]).append("\":").append(singles[i][set]);
            }
            for (int i = 0; i < DOUBLES.length; i++) {
                doubles[i][set] = random.nextInt(1_000_000_000) / 100.0;
                text.append(",\"").append(DOUBLES[i]).append("\":").append(doubles[i][set]);
            }
            json[set] = text.append('}').toString();
        }
    }

    /** The end of a reading's JSON object. */
    String json(int set) {
        return json[set];
    }

    int singles() {
        return singles.length;
    }

    int doubles() {
        return doubles.length;
    }

    /** One channel of all readings of a batch. */
    float[] single(int channel, Batch batch) {
        float[] column = new float[batch.size()];
        for (int i = 0; i < column.length; i++) {
            column[i] = singles[channel][batch.values()[i]];
        }
        return column;
    }

    double[] doubled(int channel, Batch batch) {
        double[] column = new double[batch.size()];
        for (int i = 0; i < column.length; i++) {
            column[i] = doubles[channel][batch.values()[i]];
        }
        return column;
    }
}
