package io.galewatch.mover.move;

/** This turbine cannot be moved safely; nothing of it is deleted, and the others go on. */
final class SetAsideException extends MoveException {

    private static final long serialVersionUID = 1L;

    SetAsideException(String reason) {
        super(reason);
    }
}
