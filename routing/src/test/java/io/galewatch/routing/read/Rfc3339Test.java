package io.galewatch.routing.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class Rfc3339Test {

    @ParameterizedTest
    @CsvSource({"2026-03-01T00:00:00Z, 2026-03-01T00:00:00Z", "2026-03-01t00:00:00z, 2026-03-01T00:00:00Z",
        "2026-03-01T00:00:00.123456Z, 2026-03-01T00:00:00.123456Z",
        "2026-03-01T00:00:00.1Z, 2026-03-01T00:00:00.100Z",
        "2026-03-01T00:00:00.123456000Z, 2026-03-01T00:00:00.123456Z",
        "2026-03-01T00:00:00+14:00, 2026-02-28T10:00:00Z", "2026-03-01T00:00:00-00:00, 2026-03-01T00:00:00Z",
        "2024-02-29T23:59:59.999999-12:00, 2024-03-01T11:59:59.999999Z"})
    void reads(String text, Instant instant) {
        assertThat(Rfc3339.parse(text)).isEqualTo(instant);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "2026-03-01", "2026-03-01T00:00Z", "2026-03-01T00:00:00", "2026-03-01 00:00:00Z",
        "2026-03-01T00:00:00.Z", "2026-03-01T00:00:00.1234567Z", "2026-03-01T00:00:00.123456789Z",
        "2026-02-29T00:00:00Z", "2026-03-01T24:00:00Z", "2026-03-01T23:59:60Z", "2026-03-01T00:00:00+19:00",
        "2026-03-01T00:00:00+01:00:30", "+2026-03-01T00:00:00Z", "2026-03-01T00:00:00Z ", "1767225600", "infinity",
        "\u0662026-03-01T00:00:00Z"})
    void refuses(String text) {
        assertThatThrownBy(() -> Rfc3339.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }
}
