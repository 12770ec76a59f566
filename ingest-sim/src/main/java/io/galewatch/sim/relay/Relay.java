package io.galewatch.sim.relay;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A TCP relay on the loopback between one box and one database. Its behaviour may be changed at any time and applies to the
 * connections that are open as well as to later ones. Every connection has two platform threads of its own: virtual ones,
 * woken through a poller, made a round trip nine times as long as a direct one where these make it 1.4 times
 * ({@code ./lab bench relay}).
 */
public final class Relay implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Relay.class);

    private final InetSocketAddress target;
    private final ServerSocket listener;
    private final Gate gate = new Gate();
    private final Set<RelayedConnection> connections = ConcurrentHashMap.newKeySet();

    private Relay(ServerSocket listener, InetSocketAddress target) {
        this.listener = listener;
        this.target = target;
    }

    /** Opens a relay on this port of the loopback, or on a free one for 0. */
    public static Relay open(int port, InetSocketAddress target) {
        try {
            ServerSocket listener = new ServerSocket();
            listener.setReuseAddress(true);
            listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 200);
            Relay relay = new Relay(listener, target);
            Thread.ofVirtual().name("relay-" + listener.getLocalPort()).start(relay::accept);
            return relay;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot open a relay to " + target + " on port " + port, e);
        }
    }

    public int port() {
        return listener.getLocalPort();
    }

    /** Passes everything, at once. */
    public void pass() {
        gate.set(Behaviour.PASS);
    }

    /** Resets every open connection, and every new one as soon as it is made, until told otherwise. */
    public void cut() {
        gate.set(Behaviour.CUT);
        connections.forEach(RelayedConnection::reset);
    }

    /** Forwards nothing in these directions (none given: in both), and keeps the connections. */
    public void stall(Direction... directions) {
        Set<Direction> stalled = EnumSet.noneOf(Direction.class);
        stalled.addAll(directions.length == 0 ? EnumSet.allOf(Direction.class) : Set.of(directions));
        gate.set(Behaviour.PASS.stalling(stalled));
    }

    /** Holds back every chunk for so long, each way. */
    public void delay(Duration each) {
        gate.set(Behaviour.PASS.delaying(each));
    }

    /** From now on loses what the database answers; the caller cuts when it likes. */
    public void dropAnswers() {
        gate.set(Behaviour.PASS.droppingAnswers());
    }

    /**
     * Lets the next request that contains this text through, waits until the database has answered it, loses the answer and
     * resets that connection. With "COMMIT": committed, and the client cannot know.
     */
    public void loseAnswerTo(String text) {
        gate.set(Behaviour.PASS.losingAnswerTo(text));
    }

    /** Connections that are open now. */
    public int connections() {
        return connections.size();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                Thread.ofPlatform().daemon().start(() -> serve(client));
            } catch (IOException e) {
                if (!listener.isClosed()) {
                    LOG.warn("relay {} to {} could not accept", port(), target, e);
                }
            }
        }
    }

    private void serve(Socket client) {
        RelayedConnection connection = new RelayedConnection(client, target, gate);
        connections.add(connection);
        try {
            connection.run();
        } finally {
            connections.remove(connection);
        }
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            LOG.warn("relay {} to {} could not close", port(), target, e);
        }
        cut();
    }
}
