package io.galewatch.sim.scenario;

/** A database did not answer a question of the lab. What is waited for may be seen later. */
public final class Unanswered extends RuntimeException {

    private static final long serialVersionUID = 1L;

    Unanswered(String message, Throwable cause) {
        super(message, cause);
    }
}
