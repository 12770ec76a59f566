package io.galewatch.mover.move;

/** This box may not act any more: the claim is another's, or cannot be renewed and the policy is to stop. */
final class ClaimLostException extends MoveException {

    private static final long serialVersionUID = 1L;

    ClaimLostException(String reason) {
        super(reason);
    }
}
