package io.galewatch.routing.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CursorTest {

    @ParameterizedTest
    @ValueSource(strings = {"2026-03-01T00:00:00.123456Z", "1969-12-31T23:59:59.999999Z", "0001-01-01T00:00:00Z",
        "9999-12-31T23:59:59.999999Z", "1970-01-01T00:00:00Z"})
    void comesBackExactly(Instant instant) {
        assertThat(Cursor.decode(new Cursor(instant).encode()).after()).isEqualTo(instant);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "2026-03-01T00:00:00Z", "AAAAAAAAAAAAAAAA", "AAAA AAAAAA", "%00"})
    void refusesWhatIsNotOne(String text) {
        assertThatThrownBy(() -> Cursor.decode(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = "2026-03-01T00:00:00.123456789Z")
    void isNeverFinerThanPostgres(Instant instant) {
        assertThatThrownBy(() -> new Cursor(instant)).isInstanceOf(IllegalArgumentException.class);
    }
}
