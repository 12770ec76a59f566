package io.galewatch.routing.read;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Base64;

/**
 * Where a page ended: after this instant. A key and not an offset, so that nothing that comes or moves between two pages
 * makes the next one skip or repeat.
 */
public record Cursor(Instant after) {

    private static final String NOT_OURS = "is not a cursor of an earlier page";

    public Cursor {
        if (!Microseconds.areEnoughFor(after)) {
            throw new IllegalArgumentException("a cursor is exact to the microsecond: " + after);
        }
    }

    /** The opaque form that clients hand back. */
    public String encode() {
        byte[] bytes = ByteBuffer.allocate(Long.BYTES).putLong(Microseconds.of(after)).array();
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** @throws IllegalArgumentException when it is not a cursor of ours */
    public static Cursor decode(String text) {
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(text);
            if (bytes.length == Long.BYTES) {
                return new Cursor(Microseconds.toInstant(ByteBuffer.wrap(bytes).getLong()));
            }
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(NOT_OURS, e);
        }
        throw new IllegalArgumentException(NOT_OURS);
    }
}
