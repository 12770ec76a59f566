package io.galewatch.mover.move;

/** The other lane of this mover came to an end, and its reason is the one that counts. */
final class BrokenOffException extends MoveException {

    private static final long serialVersionUID = 1L;

    BrokenOffException() {
        super("the other lane came to an end");
    }
}
