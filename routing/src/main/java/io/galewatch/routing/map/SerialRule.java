package io.galewatch.routing.map;

import java.text.Normalizer;
import java.util.Optional;

/**
 * What a turbine's serial may be. One turbine has one spelling: two that look the same would have two homes.
 */
public final class SerialRule {

    public static final int MAX_CODE_POINTS = 200;

    private SerialRule() {}

    /** Says what is wrong with a serial, or nothing. */
    public static Optional<String> problem(String serial) {
        if (serial.isEmpty()) {
            return Optional.of("is empty");
        }
        if (serial.codePointCount(0, serial.length()) > MAX_CODE_POINTS) {
            return Optional.of("has more than " + MAX_CODE_POINTS + " code points");
        }
        // An unpaired surrogate has no UTF-8 form, so neither Postgres nor the hash could tell it from '?'.
        if (serial.codePoints().anyMatch(c -> Character.getType(c) == Character.SURROGATE)) {
            return Optional.of("has an unpaired surrogate");
        }
        if (serial.codePoints().anyMatch(Character::isISOControl)) {
            return Optional.of("has a control character");
        }
        if (isBlank(serial.codePointAt(0)) || isBlank(serial.codePointBefore(serial.length()))) {
            return Optional.of("starts or ends with white space");
        }
        if (!Normalizer.isNormalized(serial, Normalizer.Form.NFC)) {
            return Optional.of("is not in Unicode normal form C");
        }
        return Optional.empty();
    }

    private static boolean isBlank(int codePoint) {
        return Character.isWhitespace(codePoint) || Character.isSpaceChar(codePoint);
    }
}
