package io.galewatch.mover.move;

/** The holder ends its work at a clean point and gives the claim back: paused by an operator, or shutting down. */
final class HandOverException extends MoveException {

    private static final long serialVersionUID = 1L;

    HandOverException(String reason) {
        super(reason);
    }
}
