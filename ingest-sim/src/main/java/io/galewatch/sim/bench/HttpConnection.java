package io.galewatch.sim.bench;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;

/**
 * One kept-alive connection that posts JSON. The JDK's client takes several times the processor time for the same request,
 * and on a small machine the load would then measure mostly itself.
 */
final class HttpConnection implements AutoCloseable {

    private static final int LIMIT_MILLIS = (int) Duration.ofSeconds(15).toMillis();

    private final URI box;
    private final String head;
    private Socket socket = new Socket();
    private InputStream in = InputStream.nullInputStream();
    private OutputStream out = OutputStream.nullOutputStream();

    HttpConnection(URI box, String path) {
        this.box = box;
        head = "POST " + path + " HTTP/1.1\r\nHost: " + box.getAuthority()
                + "\r\nContent-Type: application/json\r\nContent-Length: ";
    }

    private void open() throws IOException {
        socket = new Socket();
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(LIMIT_MILLIS);
        socket.connect(new InetSocketAddress(box.getHost(), box.getPort()), LIMIT_MILLIS);
        in = new BufferedInputStream(socket.getInputStream());
        out = socket.getOutputStream();
    }

    /**
     * Posts a body and returns the status; the answer's body is read to its end and left out. After an error, and when the
     * box said that it would close the connection, the next call makes a new one.
     */
    int post(byte[] body) throws IOException {
        if (!socket.isConnected() || socket.isClosed()) {
            open();
        }
        byte[] start = (head + body.length + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
        byte[] request = new byte[start.length + body.length];
        System.arraycopy(start, 0, request, 0, start.length);
        System.arraycopy(body, 0, request, start.length, body.length);
        try {
            out.write(request);
            return answer();
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    private int answer() throws IOException {
        int status = Integer.parseInt(line().split(" ", 3)[1]);
        long length = 0;
        boolean chunked = false;
        boolean closes = false;
        for (String header = line(); !header.isEmpty(); header = line()) {
            String lower = header.toLowerCase(Locale.ROOT);
            if (lower.startsWith("content-length:")) {
                length = Long.parseLong(lower.substring("content-length:".length()).trim());
            } else if (lower.startsWith("transfer-encoding:")) {
                chunked = lower.endsWith("chunked");
            } else if (lower.startsWith("connection:")) {
                closes = lower.endsWith("close");
            }
        }
        if (chunked) {
            for (int size = Integer.parseInt(line(), 16); size > 0; size = Integer.parseInt(line(), 16)) {
                in.skipNBytes(size);
                line();
            }
            line();
        } else {
            in.skipNBytes(length);
        }
        if (closes) {
            socket.close();
        }
        return status;
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream(64);
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) {
                throw new EOFException("the box closed the connection");
            }
            if (b != '\r') {
                line.write(b);
            }
        }
        return line.toString(StandardCharsets.US_ASCII);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
