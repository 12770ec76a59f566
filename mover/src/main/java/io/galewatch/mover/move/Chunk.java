package io.galewatch.mover.move;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;
import org.postgresql.copy.CopyOut;

/**
 * Rows as PostgreSQL's binary COPY format has them (documentation of COPY, "Binary Format"), held in memory between source
 * and target. The first two columns are the key.
 *
 * @param data header, rows and trailer
 * @param rows how many
 * @param last key of the last row; empty when there is none
 */
record Chunk(byte[] data, int rows, Optional<PgInstant> last) {

    private static final int SIGNATURE_AND_FLAGS = 11 + 4;
    private static final int SLICE = 64 * 1024;

    /**
     * Reads rows into memory.
     *
     * @param query SQL of the rows, the key first
     */
    static Chunk read(Connection connection, String query) throws SQLException {
        CopyOut copy = connection.unwrap(PGConnection.class).getCopyAPI().copyOut(
                "copy (" + query + ") to stdout (format binary)");
        ByteArrayOutputStream data = new ByteArrayOutputStream(64 * 1024);
        for (byte[] part = copy.readFromCopy(); part != null; part = copy.readFromCopy()) {
            data.write(part, 0, part.length);
        }
        return parse(data.toByteArray());
    }

    /**
     * Writes the rows.
     *
     * @return how many
     */
    long write(Connection connection, String table, String columns) throws SQLException {
        CopyIn copy = connection.unwrap(PGConnection.class).getCopyAPI().copyIn(
                "copy " + table + " (" + columns + ") from stdin (format binary)");
        for (int offset = 0; offset < data.length; offset += SLICE) {
            copy.writeToCopy(data, offset, Math.min(SLICE, data.length - offset));
        }
        return copy.endCopy();
    }

    /** @throws IllegalArgumentException when the bytes are not a complete COPY in binary format */
    static Chunk parse(byte[] data) {
        ByteBuffer buffer = ByteBuffer.wrap(data);
        if (data.length < SIGNATURE_AND_FLAGS + 4 + 2 || data[0] != 'P' || data[3] != 'O') {
            throw new IllegalArgumentException("not a binary COPY of " + data.length + " bytes");
        }
        buffer.position(SIGNATURE_AND_FLAGS);
        buffer.position(buffer.position() + 4 + buffer.getInt(buffer.position()));
        int rows = 0;
        int lastRow = -1;
        while (true) {
            int start = buffer.position();
            int fields = buffer.getShort();
            if (fields == -1) {
                break;
            }
            for (int i = 0; i < fields; i++) {
                int length = buffer.getInt();
                if (length > 0) {
                    buffer.position(buffer.position() + length);
                }
            }
            lastRow = start;
            rows++;
        }
        if (buffer.hasRemaining()) {
            throw new IllegalArgumentException(buffer.remaining() + " bytes after the trailer of a binary COPY");
        }
        return new Chunk(data, rows, rows == 0 ? Optional.empty() : Optional.of(readAt(buffer, lastRow)));
    }

    private static PgInstant readAt(ByteBuffer buffer, int row) {
        int serial = row + 2;
        int readAt = serial + 4 + buffer.getInt(serial);
        return PgInstant.ofBinary(buffer.getLong(readAt + 4));
    }

    int bytes() {
        return data.length;
    }
}
