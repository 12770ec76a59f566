package io.galewatch.sim.relay;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;

/** One connection through a relay: two sockets and a pump each way. */
final class RelayedConnection {

    private static final int CHUNK = 64 * 1024;

    private final Socket client;
    private final Socket server = new Socket();
    private final InetSocketAddress target;
    private final Gate gate;
    /** Set when the answer to what was just sent is the one to lose. */
    private volatile boolean loseNextAnswer;

    RelayedConnection(Socket client, InetSocketAddress target, Gate gate) {
        this.client = client;
        this.target = target;
        this.gate = gate;
    }

    /** Returns when both directions have ended. */
    void run() {
        if (gate.behaviour().cut()) {
            reset();
            return;
        }
        try {
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            server.connect(target);
            Thread answers = Thread.ofPlatform().daemon().start(() -> pump(server, client, Direction.TO_CLIENT));
            pump(client, server, Direction.TO_SERVER);
            answers.join();
            close(client);
            close(server);
        } catch (IOException e) {
            reset();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            reset();
        }
    }

    private void pump(Socket from, Socket to, Direction direction) {
        byte[] chunk = new byte[CHUNK];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int length = in.read(chunk); length >= 0; length = in.read(chunk)) {
                Behaviour now = gate.await(direction, System.nanoTime());
                if (now.cut()) {
                    reset();
                    return;
                }
                if (forwards(now, direction, chunk, length)) {
                    out.write(chunk, 0, length);
                }
            }
            // Half-close: the other direction may have more to say.
            to.shutdownOutput();
        } catch (IOException e) {
            reset();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            reset();
        }
    }

    private boolean forwards(Behaviour now, Direction direction, byte[] chunk, int length) {
        if (direction == Direction.TO_SERVER) {
            String wanted = now.loseAnswerTo();
            if (!wanted.isEmpty() && text(chunk, length).contains(wanted) && gate.takeOrderToLose(wanted)) {
                loseNextAnswer = true;
            }
            return true;
        }
        if (loseNextAnswer) {
            reset();
            return false;
        }
        return !now.dropAnswers();
    }

    private static String text(byte[] chunk, int length) {
        return new String(chunk, 0, length, StandardCharsets.ISO_8859_1);
    }

    /** Ends the connection as a broken network would be noticed: by RST, without the farewell of an orderly close. */
    void reset() {
        for (Socket socket : new Socket[]{client, server}) {
            try {
                socket.setSoLinger(true, 0);
            } catch (SocketException alreadyClosed) {
                // Nothing is left to reset.
            }
            close(socket);
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // Closing is all that was wanted.
        }
    }
}
