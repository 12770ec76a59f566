package io.galewatch.sim.bench;

/** One connection and what is sent on it. Used by one thread. */
public interface Sender extends AutoCloseable {

    /**
     * Sends one request and waits for its answer.
     *
     * @return how many readings were stored by it
     * @throws NotTaken when the answer was another one than that all were stored
     */
    int send() throws Exception;

    @Override
    void close() throws Exception;

    /** How a sender is made, one for each thread. */
    @FunctionalInterface
    interface Factory {

        Sender open(int number) throws Exception;
    }

    /** The readings of a request were not taken, or not all of them. */
    final class NotTaken extends Exception {

        private static final long serialVersionUID = 1L;

        /** @param reason short and of few kinds, since failures are counted by it */
        public NotTaken(String reason) {
            super(reason);
        }
    }
}
