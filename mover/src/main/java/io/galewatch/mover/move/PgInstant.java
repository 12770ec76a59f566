package io.galewatch.mover.move;

import java.time.LocalDateTime;
import java.util.Locale;

/**
 * A timestamptz exactly as PostgreSQL has it, infinities and years before Christ included: its text in a UTC session.
 * Java's own types would have to guess at the edges, and a key that is off by one is a row that is never copied.
 *
 * @param text what PostgreSQL prints and reads
 */
record PgInstant(String text) {

    private static final LocalDateTime EPOCH = LocalDateTime.of(2000, 1, 1, 0, 0);
    private static final long MICROS = 1_000_000L;

    /** From the binary format: microseconds since 2000-01-01 UTC, the extremes standing for the infinities. */
    static PgInstant ofBinary(long micros) {
        if (micros == Long.MIN_VALUE) {
            return new PgInstant("-infinity");
        }
        if (micros == Long.MAX_VALUE) {
            return new PgInstant("infinity");
        }
        LocalDateTime time = EPOCH.plusSeconds(Math.floorDiv(micros, MICROS)).plusNanos(
                Math.floorMod(micros, MICROS) * 1_000);
        boolean beforeChrist = time.getYear() <= 0;
        return new PgInstant(String.format(Locale.ROOT, "%04d-%02d-%02d %02d:%02d:%02d.%06d+00%s",
                beforeChrist ? 1 - time.getYear() : time.getYear(), time.getMonthValue(), time.getDayOfMonth(),
                time.getHour(),
                time.getMinute(), time.getSecond(), time.getNano() / 1_000, beforeChrist ? " BC" : ""));
    }

    @Override
    public String toString() {
        return text;
    }
}
