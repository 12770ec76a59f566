package io.galewatch.mover.move;

/** A shard cannot obey this grant's token any more: mint a higher one, while still holding the claim, and seal again. */
final class RemintException extends MoveException {

    private static final long serialVersionUID = 1L;

    private final long above;

    /** @param above the highest token seen */
    RemintException(String reason, long above) {
        super(reason);
        this.above = above;
    }

    long above() {
        return above;
    }
}
