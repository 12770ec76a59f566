package io.galewatch.mover.ingest;

/** A body of which nothing is taken. */
final class RefusedBodyException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Why, and what HTTP calls it. */
    enum Reason {
        MALFORMED, TOO_LARGE, OVERLOADED
    }

    private final Reason reason;

    private RefusedBodyException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    static RefusedBodyException malformed(String message) {
        return new RefusedBodyException(Reason.MALFORMED, message);
    }

    static RefusedBodyException tooLarge(String message) {
        return new RefusedBodyException(Reason.TOO_LARGE, message);
    }

    static RefusedBodyException overloaded() {
        return new RefusedBodyException(Reason.OVERLOADED, "this box holds as many readings as it may: send again");
    }

    Reason reason() {
        return reason;
    }
}
