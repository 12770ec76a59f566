package io.galewatch.mover.ingest;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Fails when more than a number of bytes come, whatever the sender said of its length. */
final class BoundedStream extends FilterInputStream {

    private long left;

    BoundedStream(InputStream in, long most) {
        super(in);
        this.left = most;
    }

    boolean isExceeded() {
        return left < 0;
    }

    @Override
    public int read() throws IOException {
        int one = super.read();
        count(one < 0 ? 0 : 1);
        return one;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        int many = super.read(buffer, offset, length);
        count(Math.max(0, many));
        return many;
    }

    private void count(int bytes) throws IOException {
        left -= bytes;
        if (left < 0) {
            throw new IOException("the body is longer than allowed");
        }
    }
}
