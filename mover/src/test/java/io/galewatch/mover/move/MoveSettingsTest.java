package io.galewatch.mover.move;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MoveSettingsTest {

    @ParameterizedTest
    @CsvSource({"0, 50000, 50000", "20000, 50000, 2000", "20000, 500, 500", "600000, 50000, 50000", "1, 50000, 1000",
        "9223372036854775807, 50000, 50000"})
    void aThrottledMoverWorksInSmallSteps(long limit, int rows, int expected) {
        MoveSettings settings = new MoveSettings("box-1", Duration.ofSeconds(60), Duration.ofSeconds(5), false, rows,
                rows,
                Duration.ofSeconds(10), Duration.ofMillis(300), limit, 1_000, 3, Duration.ofSeconds(1), 1_000_000);
        assertThat(settings.batchRows()).isEqualTo(expected);
        assertThat(settings.windowRows()).isEqualTo(expected);
    }
}
