package io.galewatch.sim.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class DurationsTest {

    private final Durations durations = new Durations();

    @Test
    void readsWhatPeopleWrite() {
        assertThat(durations.convert("6h")).isEqualTo(Duration.ofHours(6));
        assertThat(durations.convert("1h30m")).isEqualTo(Duration.ofMinutes(90));
        assertThat(durations.convert("500ms")).isEqualTo(Duration.ofMillis(500));
        assertThat(durations.convert("2d")).isEqualTo(Duration.ofDays(2));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "6", "h", "6 h", "6h!", "-6h"})
    void refusesTheRest(String text) {
        assertThatThrownBy(() -> durations.convert(text)).isInstanceOf(
                TypeConversionException.class).hasMessageContaining("no duration");
    }
}
