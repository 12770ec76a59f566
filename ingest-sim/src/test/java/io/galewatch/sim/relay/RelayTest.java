package io.galewatch.sim.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Against a server that echoes, and after the end of the input says goodbye. */
class RelayTest {

    private static final byte[] GOODBYE = "goodbye".getBytes(StandardCharsets.UTF_8);

    private final ServerSocket echo = listen();
    private final Relay relay = Relay.open(0,
            new InetSocketAddress(InetAddress.getLoopbackAddress(), echo.getLocalPort()));

    private static ServerSocket listen() {
        try {
            return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @BeforeEach
    void serve() {
        Thread.ofPlatform().daemon().start(() -> {
            while (!echo.isClosed()) {
                try {
                    Socket socket = echo.accept();
                    Thread.ofPlatform().daemon().start(() -> echo(socket));
                } catch (IOException closed) {
                    return;
                }
            }
        });
    }

    private static void echo(Socket socket) {
        try (socket) {
            socket.getInputStream().transferTo(socket.getOutputStream());
            socket.getOutputStream().write(GOODBYE);
        } catch (IOException e) {
            // The relay has cut it.
        }
    }

    @AfterEach
    void close() throws IOException {
        relay.close();
        echo.close();
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), relay.port());
        socket.setSoTimeout(10_000);
        return socket;
    }

    @Test
    void passesEveryByteAndTheHalfClose() throws Exception {
        byte[] sent = new byte[5_000_000];
        new SplittableRandom(1).nextBytes(sent);
        try (Socket socket = connect()) {
            CompletableFuture<byte[]> received = CompletableFuture.supplyAsync(() -> readAll(socket));
            socket.getOutputStream().write(sent);
            socket.shutdownOutput();
            byte[] expected = java.util.Arrays.copyOf(sent, sent.length + GOODBYE.length);
            System.arraycopy(GOODBYE, 0, expected, sent.length, GOODBYE.length);
            assertThat(received.get()).isEqualTo(expected);
        }
        Awaitility.await().untilAsserted(() -> assertThat(relay.connections()).isZero());
    }

    private static byte[] readAll(Socket socket) {
        try {
            return socket.getInputStream().readAllBytes();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void cutsOpenConnectionsAndRefusesNewOnesUntilItPassesAgain() throws Exception {
        try (Socket socket = connect()) {
            assertThat(exchange(socket, "a")).isEqualTo("a");
            relay.cut();
            assertThat(isGone(socket)).isTrue();
        }
        try (Socket refused = connect()) {
            assertThat(isGone(refused)).isTrue();
        }
        relay.pass();
        try (Socket socket = connect()) {
            assertThat(exchange(socket, "b")).isEqualTo("b");
        }
    }

    @Test
    void stallsAndGoesOnWithoutLosingAnything() throws Exception {
        try (Socket socket = connect()) {
            assertThat(exchange(socket, "a")).isEqualTo("a");
            relay.stall(Direction.TO_CLIENT);
            socket.getOutputStream().write("held".getBytes(StandardCharsets.UTF_8));
            socket.setSoTimeout(200);
            assertThatThrownBy(() -> socket.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);
            socket.setSoTimeout(10_000);
            relay.pass();
            assertThat(new String(socket.getInputStream().readNBytes(4), StandardCharsets.UTF_8)).isEqualTo("held");
        }
    }

    @Test
    void delaysEachWay() throws Exception {
        try (Socket socket = connect()) {
            assertThat(exchange(socket, "a")).isEqualTo("a");
            relay.delay(Duration.ofMillis(100));
            long started = System.nanoTime();
            assertThat(exchange(socket, "b")).isEqualTo("b");
            assertThat(Duration.ofNanos(System.nanoTime() - started)).isGreaterThanOrEqualTo(Duration.ofMillis(200));
        }
    }

    @Test
    void losesTheAnswerToOneRequestAndThatConnection() throws Exception {
        try (Socket unaffected = connect(); Socket socket = connect()) {
            relay.loseAnswerTo("COMMIT");
            assertThat(exchange(unaffected, "a")).isEqualTo("a");
            assertThat(exchange(socket, "b")).isEqualTo("b");
            socket.getOutputStream().write("COMMIT".getBytes(StandardCharsets.UTF_8));
            assertThat(isGone(socket)).isTrue();
            assertThat(exchange(unaffected, "COMMIT")).isEqualTo("COMMIT");
        }
    }

    @Test
    void dropsAnswersFromNowOn() throws Exception {
        try (Socket socket = connect()) {
            assertThat(exchange(socket, "a")).isEqualTo("a");
            relay.dropAnswers();
            socket.getOutputStream().write("lost".getBytes(StandardCharsets.UTF_8));
            socket.setSoTimeout(200);
            assertThatThrownBy(() -> socket.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);
            relay.cut();
            assertThat(isGone(socket)).isTrue();
        }
    }

    private static String exchange(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        return new String(socket.getInputStream().readNBytes(text.length()), StandardCharsets.UTF_8);
    }

    private static boolean isGone(Socket socket) {
        try {
            InputStream in = socket.getInputStream();
            return in.read() < 0;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (IOException reset) {
            return true;
        }
    }
}
