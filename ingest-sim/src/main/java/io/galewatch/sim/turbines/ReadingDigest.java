package io.galewatch.sim.turbines;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * The digest of a reading as the checker computes it in SQL: the first 8 bytes of the MD5 of Postgres's binary form of the
 * row. Values are compared bit by bit, never by their text.
 */
public final class ReadingDigest {

    private static final int TEXT = 25;
    private static final int REAL = 700;
    private static final int DOUBLE_PRECISION = 701;
    private static final int TIMESTAMPTZ = 1184;
    private static final int COLUMNS = 17;
    private static final Instant POSTGRES_EPOCH = Instant.parse("2000-01-01T00:00:00Z");

    private ReadingDigest() {}

    public static long of(Reading reading) {
        byte[] serial = reading.turbine().getBytes(StandardCharsets.UTF_8);
        ByteBuffer row = ByteBuffer.allocate(4 + COLUMNS * 16 + serial.length).putInt(COLUMNS);
        row.putInt(TEXT).putInt(serial.length).put(serial);
        row.putInt(TIMESTAMPTZ).putInt(8).putLong(ChronoUnit.MICROS.between(POSTGRES_EPOCH, reading.at()));
        for (float value : new float[]{reading.windSpeed(), reading.windDirection(), reading.airTemperature(),
            reading.airPressure(), reading.rotorSpeed(), reading.generatorSpeed(), reading.pitchAngle(),
            reading.nacelleDirection(), reading.gearboxOilTemperature(), reading.generatorTemperature(),
            reading.gridVoltage(), reading.gridFrequency()}) {
            row.putInt(REAL).putInt(4).putFloat(value);
        }
        for (double value : new double[]{reading.activePower(), reading.reactivePower(), reading.energyTotal()}) {
            row.putInt(DOUBLE_PRECISION).putInt(8).putDouble(value);
        }
        return ByteBuffer.wrap(md5(row.flip())).getLong();
    }

    private static byte[] md5(ByteBuffer bytes) {
        try {
            MessageDigest md5 = MessageDigest.getInstance("MD5");
            md5.update(bytes);
            return md5.digest();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has MD5", e);
        }
    }
}
