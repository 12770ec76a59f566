package io.galewatch.mover.console;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/** One page that is open somewhere. It is written to by the thread of its request; whoever is too slow is let go. */
final class Listener {

    private static final int MOST_UNSENT = 64;
    /** So that one who has gone away is noticed. */
    private static final Duration HEARTBEAT = Duration.ofSeconds(10);
    private static final String END = "";

    private final BlockingQueue<String> unsent = new ArrayBlockingQueue<>(MOST_UNSENT + 1);
    private volatile boolean open = true;
    private boolean greeted;

    /** Whether it has been sent everything once; asked by the poller only. */
    boolean isGreeted() {
        return greeted;
    }

    void greeted() {
        greeted = true;
    }

    /** Hands an event over, without waiting. */
    void send(String event) {
        if (unsent.size() >= MOST_UNSENT || !unsent.offer(event)) {
            close();
        }
    }

    /** Ends {@link #pump}, at the next event. */
    void close() {
        open = false;
        unsent.clear();
        unsent.offer(END);
    }

    boolean isOpen() {
        return open;
    }

    /** Writes events until it is closed, or the other end is: then writing fails, at a heartbeat at the latest. */
    void pump(OutputStream out) throws IOException, InterruptedException {
        write(out, "retry: 2000\n\n");
        while (open) {
            String event = unsent.poll(HEARTBEAT.toMillis(), TimeUnit.MILLISECONDS);
            if (event == null) {
                write(out, ":\n\n");
            } else if (open) {
                write(out, event);
            }
        }
    }

    private static void write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }
}
