package io.galewatch.mover.admin;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.UUID;

/** Rows a second, from what this box saw when it was asked. */
final class Rate {

    private static final Duration WINDOW = Duration.ofSeconds(30);
    private static final Duration LEAST = Duration.ofMillis(500);

    private final InstantSource clock;
    private final Deque<Sample> samples = new ArrayDeque<>();

    Rate(InstantSource clock) {
        this.clock = clock;
    }

    private record Sample(UUID mapId, Instant at, long rows) {}

    /**
     * @param rows moved under the map so far
     * @param sinceEpoch seconds since the map came into force, for the first time this is asked
     */
    double perSecond(UUID mapId, long rows, double sinceEpoch) {
        return Math.round(exact(mapId, rows, sinceEpoch) * 10) / 10.0;
    }

    private synchronized double exact(UUID mapId, long rows, double sinceEpoch) {
        Sample now = new Sample(mapId, clock.instant(), rows);
        // Another map, rows that went back or a clock that did: what was seen before says nothing any more.
        samples.removeIf(old -> !old.mapId().equals(mapId) || old.rows() > rows || old.at().isAfter(now.at()));
        // The oldest one inside the window counts, or else the last one before it.
        while (samples.size() > 1 && age(samples.peekFirst(), now).compareTo(WINDOW) > 0) {
            samples.removeFirst();
        }
        Sample last = samples.peekLast();
        Sample oldest = samples.peekFirst();
        if (last == null || age(last, now).compareTo(LEAST) >= 0) {
            samples.addLast(now);
        }
        if (oldest == null || age(oldest, now).compareTo(LEAST) < 0) {
            return sinceEpoch > 0 ? rows / sinceEpoch : 0;
        }
        return (rows - oldest.rows()) * 1000.0 / age(oldest, now).toMillis();
    }

    private static Duration age(Sample old, Sample now) {
        return Duration.between(old.at(), now.at());
    }
}
