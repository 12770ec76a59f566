package io.galewatch.routing.read;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Locale;
import java.util.regex.Pattern;

/** Instants as clients write them: RFC 3339, with an offset, at most microseconds. */
public final class Rfc3339 {

    /** What java.time accepts beyond RFC 3339 (no seconds, an offset with seconds, a signed year) is left out. */
    private static final Pattern FORM = Pattern.compile(
            "\\d{4}-\\d{2}-\\d{2}[Tt]\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?([Zz]|[+-]\\d{2}:\\d{2})", Pattern.DOTALL);

    private Rfc3339() {}

    /** @throws IllegalArgumentException with what is wrong */
    public static Instant parse(String text) {
        if (!FORM.matcher(text).matches()) {
            throw new IllegalArgumentException("is not an RFC 3339 instant with an offset and at most microseconds");
        }
        Instant instant;
        try {
            instant = OffsetDateTime.parse(text.toUpperCase(Locale.ROOT)).toInstant();
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("is not a date and time that exists", e);
        }
        if (!Microseconds.areEnoughFor(instant)) {
            throw new IllegalArgumentException("is finer than a microsecond, which would be rounded");
        }
        return instant;
    }
}
