package io.galewatch.routing.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
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

    private static final Pattern FORM = Pattern.compile(
            "\\d{4}-\\d{2}-\\d{2}[Tt]\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?([Zz]|[+-]\\d{2}:\\d{2})", Pattern.DOTALL);

    /** What java.time says of the same text; it takes more than RFC 3339 has, so the form is asked first. */
    private static Optional<Instant> byJavaTime(String text) {
        if (!FORM.matcher(text).matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(OffsetDateTime.parse(text.toUpperCase(Locale.ROOT)).toInstant()).filter(
                    Microseconds::areEnoughFor);
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private static Optional<Instant> byUs(String text) {
        try {
            return Optional.of(Rfc3339.parse(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    @Test
    void saysWhatJavaTimeSaysOfRandomTexts() {
        long seed = Long.getLong("seed", System.nanoTime());
        RandomGenerator random = new SplittableRandom(seed);
        String characters = "0123456789-+:.TtZz \u0663";
        for (int i = 0; i < 200_000; i++) {
            StringBuilder text = new StringBuilder(
                    "%04d-%02d-%02d%s%02d:%02d:%02d".formatted(random.nextInt(10_000), random.nextInt(14),
                            random.nextInt(33), random.nextBoolean() ? "T" : "t", random.nextInt(25),
                            random.nextInt(61),
                            random.nextInt(61)));
            if (random.nextBoolean()) {
                text.append('.').append(random.nextInt(1_000_000)).append("0".repeat(random.nextInt(4)));
            }
            text.append(random.nextBoolean()
                    ? "Z"
                    : "%s%02d:%02d".formatted(random.nextBoolean() ? "+" : "-", random.nextInt(20),
                            random.nextInt(61)));
            for (int change = random.nextInt(3); change > 0; change--) {
                int at = random.nextInt(text.length());
                char with = characters.charAt(random.nextInt(characters.length()));
                switch (random.nextInt(3)) {
                    case 0 -> text.setCharAt(at, with);
                    case 1 -> text.insert(at, with);
                    default -> text.deleteCharAt(at);
                }
            }
            assertThat(byUs(text.toString())).as("%s, -Dseed=%d", text, seed).isEqualTo(byJavaTime(text.toString()));
        }
    }
}
