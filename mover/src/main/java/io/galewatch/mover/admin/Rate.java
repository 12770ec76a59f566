package io.galewatch.mover.admin;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.UUID;

/**
 * Rows a second, from what this box saw when it was asked: over half a minute, or further back while nothing was counted,
 * as when a big turbine is verified.
 */
final class Rate {

    private static final Duration WINDOW = Duration.ofSeconds(30);
    private static final Duration LONGEST = Duration.ofMinutes(10);
    private static final Duration LEAST = Duration.ofMillis(500);

    private final InstantSource clock;
    private final Deque<Sample> samples = new ArrayDeque<>();

    Rate(InstantSource clock) {
        this.clock = clock;
    }

    private record Sample(UUID mapId, Instant at, double rows) {}

    /**
     * @param rows moved under the map so far
     * @param sinceEpoch seconds since the map came into force, for the first time this is asked
     */
    double perSecond(UUID mapId, double rows, double sinceEpoch) {
        return Math.round(exact(mapId, rows, sinceEpoch) * 10) / 10.0;
    }

    private synchronized double exact(UUID mapId, double rows, double sinceEpoch) {
        Sample now = new Sample(mapId, clock.instant(), rows);
        // Another map, rows that went back or a clock that did: what was seen before says nothing any more.
        samples.removeIf(old -> !old.mapId().equals(mapId) || old.rows() > rows || old.at().isAfter(now.at()));
        forget(now);
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

    /** The oldest one inside the window stays, or else the last one before it; and, while nothing was done since, the last of less. */
    private void forget(Sample now) {
        while (samples.size() > 1 && age(samples.peekFirst(), now).compareTo(WINDOW) > 0) {
            Sample oldest = samples.removeFirst();
            boolean onlyOneOfLess = oldest.rows() < now.rows() && samples.peekFirst().rows() == now.rows();
            if (onlyOneOfLess && age(oldest, now).compareTo(LONGEST) <= 0) {
                samples.addFirst(oldest);
                return;
            }
        }
    }

    private static Duration age(Sample old, Sample now) {
        return Duration.between(old.at(), now.at());
    }
}
