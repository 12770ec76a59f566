package io.galewatch.routing.read;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/**
 * Instants as clients write them: RFC 3339 (section 5.6), with an offset, at most microseconds.
 *
 * <p>
 * Digits are read here, since every reading has one of these and the formatters of java.time take twenty times as long, a
 * thirtieth of all that a reading costs. What dates and offsets exist is left to java.time.
 */
public final class Rfc3339 {

    private static final int SECONDS_END = 19;
    private static final int NANO_DIGITS = 9;
    private static final int OFFSET = "+hh:mm".length();

    private Rfc3339() {}

    /** @throws IllegalArgumentException with what is wrong */
    public static Instant parse(String text) {
        Instant instant;
        try {
            int offset = endOfFraction(text);
            instant = dateTime(text, offset).toInstant(offset(text, offset));
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("is not a date and time that exists", e);
        }
        if (!Microseconds.areEnoughFor(instant)) {
            throw new IllegalArgumentException("is finer than a microsecond, which would be rounded");
        }
        return instant;
    }

    private static LocalDateTime dateTime(String text, int end) {
        require(text, 4, '-', '-');
        require(text, 7, '-', '-');
        require(text, 10, 'T', 't');
        require(text, 13, ':', ':');
        require(text, 16, ':', ':');
        return LocalDateTime.of(digits(text, 0, 4), digits(text, 5, 7), digits(text, 8, 10), digits(text, 11, 13),
                digits(text, 14, 16), digits(text, 17, SECONDS_END), nanos(text, end));
    }

    /** Where the offset begins. */
    private static int endOfFraction(String text) {
        if (text.length() <= SECONDS_END) {
            throw notOfThisForm();
        }
        int end = SECONDS_END;
        if (text.charAt(end) == '.') {
            do {
                end++;
            } while (end < text.length() && isDigit(text.charAt(end)));
        }
        if (end == SECONDS_END + 1 || end > SECONDS_END + 1 + NANO_DIGITS) {
            throw notOfThisForm();
        }
        return end;
    }

    private static int nanos(String text, int end) {
        if (end == SECONDS_END) {
            return 0;
        }
        int nanos = digits(text, SECONDS_END + 1, end);
        for (int missing = SECONDS_END + 1 + NANO_DIGITS - end; missing > 0; missing--) {
            nanos *= 10;
        }
        return nanos;
    }

    private static ZoneOffset offset(String text, int at) {
        if (text.length() == at + 1) {
            require(text, at, 'Z', 'z');
            return ZoneOffset.UTC;
        }
        if (text.length() != at + OFFSET) {
            throw notOfThisForm();
        }
        require(text, at, '+', '-');
        require(text, at + 3, ':', ':');
        int sign = text.charAt(at) == '-' ? -1 : 1;
        return ZoneOffset.ofHoursMinutes(sign * digits(text, at + 1, at + 3), sign * digits(text, at + 4, at + OFFSET));
    }

    private static int digits(String text, int from, int to) {
        int number = 0;
        for (int i = from; i < to; i++) {
            if (!isDigit(text.charAt(i))) {
                throw notOfThisForm();
            }
            number = 10 * number + text.charAt(i) - '0';
        }
        return number;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static void require(String text, int at, char one, char other) {
        if (text.charAt(at) != one && text.charAt(at) != other) {
            throw notOfThisForm();
        }
    }

    private static IllegalArgumentException notOfThisForm() {
        return new IllegalArgumentException("is not an RFC 3339 instant with an offset and at most microseconds");
    }
}
