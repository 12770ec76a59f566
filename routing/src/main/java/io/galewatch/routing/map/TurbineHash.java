package io.galewatch.routing.map;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The address function: the first four bytes of SHA-256 (FIPS 180-4) of the serial in UTF-8, as an unsigned number. The
 * SQL function {@code turbine_hash} is its twin; both are tested with {@code sql/hash-vectors.csv}.
 */
public final class TurbineHash {

    private TurbineHash() {}

    /** The hash of a serial, 0 to 2^32 - 1. */
    public static long of(String serial) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(serial.getBytes(StandardCharsets.UTF_8));
            return Integer.toUnsignedLong(ByteBuffer.wrap(digest).getInt());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
