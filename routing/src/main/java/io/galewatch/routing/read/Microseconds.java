package io.galewatch.routing.read;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Instants as Postgres keeps them. */
public final class Microseconds {

    private Microseconds() {}

    /** Whether the instant has nothing finer than a microsecond, which Postgres would round. */
    public static boolean areEnoughFor(Instant instant) {
        return instant.getNano() % 1_000 == 0;
    }

    /** Microseconds since 1970. */
    public static long of(Instant instant) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
    }

    public static Instant toInstant(long microseconds) {
        return Instant.ofEpochSecond(Math.floorDiv(microseconds, 1_000_000L),
                Math.floorMod(microseconds, 1_000_000L) * 1_000L);
    }
}
