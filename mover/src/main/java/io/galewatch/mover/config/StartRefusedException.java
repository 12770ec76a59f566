package io.galewatch.mover.config;

/** The box, or {@code migrate}, will not start like this. One message for whoever started it, and what to do about it. */
public final class StartRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String action;

    public StartRefusedException(String problem, String action) {
        super(problem);
        this.action = action;
    }

    public String action() {
        return action;
    }
}
