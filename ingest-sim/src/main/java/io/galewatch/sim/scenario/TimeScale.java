package io.galewatch.sim.scenario;

import java.time.Duration;

/**
 * How much faster than the story a scenario is played. Leases and outages shrink together; a disk and a processor do not.
 *
 * @param factor above 0, at most 1: 0.1 plays a minute in six seconds
 */
public record TimeScale(double factor) {

    public static final TimeScale REAL = new TimeScale(1);

    public TimeScale {
        if (!(factor > 0 && factor <= 1)) {
            throw new IllegalArgumentException(
                    "a time scale is above 0 and at most 1 (0.1 plays a minute in six seconds), not " + factor);
        }
    }

    /** How long something of the story lasts here. */
    public Duration wall(Duration story) {
        return Duration.ofMillis(Math.round(story.toMillis() * factor));
    }

    /** How long in the story something lasts that takes so long here. */
    public Duration story(Duration wall) {
        return Duration.ofMillis(Math.round(wall.toMillis() / factor));
    }
}
