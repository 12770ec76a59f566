package io.galewatch.mover.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Rows a second, by a clock of the test's. */
class RateTest {

    private static final UUID MAP = new UUID(0, 1);

    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private final Rate rate = new Rate(() -> now);

    private double after(int seconds, double rows) {
        now = now.plusSeconds(seconds);
        return rate.perSecond(MAP, rows, 100);
    }

    @Test
    void halfAMinuteCounts() {
        assertThat(after(0, 5_000)).isEqualTo(50);
        after(10, 6_000);
        for (int i = 1; i <= 10; i++) {
            after(5, 6_000 + i * 1_000);
        }
        assertThat(after(5, 17_000)).isCloseTo(200, within(1.0));
    }

    @Test
    void whileABigTurbineIsVerifiedTheRateFallsAndIsNotNothing() {
        after(0, 0);
        after(10, 10_000);
        double last = 1_000;
        for (int i = 0; i < 50; i++) {
            double next = after(10, 10_000);
            assertThat(next).as("after %s s", (i + 1) * 10).isPositive().isLessThan(last);
            last = next;
        }
        for (int i = 0; i < 20; i++) {
            last = after(10, 10_000);
        }
        assertThat(last).as("after twelve minutes").isZero();
        assertThat(after(10, 14_000)).as("going again").isGreaterThan(50);
    }

    @Test
    void anotherMapBeginsAnew() {
        after(0, 0);
        after(10, 10_000);
        now = now.plusSeconds(10);
        assertThat(rate.perSecond(new UUID(0, 2), 300, 3)).isEqualTo(100);
    }
}
