package io.galewatch.sim.scenario;

import java.time.Duration;
import java.time.LocalTime;
import java.util.function.LongSupplier;

/** The time in the story: it runs by the time scale from the moment to which it was last set. */
final class StoryClock {

    private final TimeScale scale;
    private final LongSupplier nanoTime;
    private LocalTime base;
    private long baseNanos;

    StoryClock(TimeScale scale, LocalTime start, LongSupplier nanoTime) {
        this.scale = scale;
        this.nanoTime = nanoTime;
        this.base = start;
        this.baseNanos = nanoTime.getAsLong();
    }

    void set(LocalTime now) {
        base = now;
        baseNanos = nanoTime.getAsLong();
    }

    LocalTime now() {
        return base.plus(scale.story(Duration.ofNanos(nanoTime.getAsLong() - baseNanos)));
    }

    /** How long to wait here until the story is that far; negative when it is. */
    Duration until(LocalTime moment) {
        return scale.wall(Duration.between(base, moment)).minusNanos(nanoTime.getAsLong() - baseNanos);
    }
}
