package io.galewatch.mover.move;

/** Something that ends a step of a move, with a reason for the person on call. */
abstract class MoveException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String reason;

    MoveException(String reason) {
        super(reason);
        this.reason = reason;
    }

    MoveException(String reason, Throwable cause) {
        super(reason, cause);
        this.reason = reason;
    }

    String reason() {
        return reason;
    }
}
