package io.galewatch.sim.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.galewatch.sim.lab.Durations;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimingTest {

    /** The rule by which a box refuses to start: a third of the lease, a step and two timeouts in nine tenths of it. */
    @ParameterizedTest
    @ValueSource(longs = {5_000, 6_000, 8_000, 15_000, 30_000, 59_999})
    void aBoxTakesWhatFitsTheLease(long lease) {
        Map<String, String> settings = Timing.fitting(Duration.ofMillis(lease));
        long step = millis(settings, "galewatch.move.step-limit");
        long timeout = millis(settings, "galewatch.claim.timeout");
        assertThat(lease / 3.0 + step + 2 * timeout).isLessThanOrEqualTo(lease * 0.9);
        assertThat(step).isGreaterThanOrEqualTo(200);
        assertThat(timeout).isGreaterThanOrEqualTo(500);
        assertThat(millis(settings, "galewatch.claim.poll")).isGreaterThanOrEqualTo(100).isLessThan(lease);
    }

    private static long millis(Map<String, String> settings, String key) {
        return new Durations().convert(Optional.ofNullable(settings.get(key)).orElseThrow()).toMillis();
    }

    @Test
    void aMinuteNeedsNothing() {
        assertThat(Timing.fitting(Duration.ofMinutes(1))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, 1.5, Double.NaN})
    void aTimeScaleMakesNothingLonger(double factor) {
        assertThatThrownBy(() -> new TimeScale(factor)).isInstanceOf(IllegalArgumentException.class);
    }
}
