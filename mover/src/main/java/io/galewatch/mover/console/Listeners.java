package io.galewatch.mover.console;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The pages that are open, at most so many at a time. */
final class Listeners {

    static final int MOST = 32;

    private final Set<Listener> open = ConcurrentHashMap.newKeySet();
    private boolean closed;

    /** Empty when there are too many already, or the box is about to end. */
    synchronized Optional<Listener> join() {
        if (closed || open.size() >= MOST) {
            return Optional.empty();
        }
        Listener listener = new Listener();
        open.add(listener);
        notifyAll();
        return Optional.of(listener);
    }

    synchronized void leave(Listener listener) {
        listener.close();
        open.remove(listener);
    }

    /** Waits until somebody listens. @return false when it is the end */
    synchronized boolean awaitAny() throws InterruptedException {
        while (open.isEmpty() && !closed) {
            wait();
        }
        return !closed;
    }

    /**
     * Waits between two rounds; shorter when somebody new has come, or it is the end.
     *
     * @param known how many there were in the round before
     */
    synchronized void rest(long millis, int known) throws InterruptedException {
        if (!closed && open.size() <= known) {
            wait(millis);
        }
    }

    /** Ends all of them, so that their requests do not hold up the end of the box. */
    synchronized void close() {
        closed = true;
        open.forEach(Listener::close);
        notifyAll();
    }

    Set<Listener> all() {
        return open;
    }

    int size() {
        return open.size();
    }
}
