package io.galewatch.mover.move;

import io.galewatch.routing.db.Failure;
import io.galewatch.routing.map.ShardId;
import java.sql.SQLException;

/** A shard did not do what was asked. What it means is in {@link #failure()}. */
final class ShardFailureException extends MoveException {

    private static final long serialVersionUID = 1L;

    private final transient ShardId shard;
    private final Failure failure;

    ShardFailureException(ShardId shard, SQLException cause) {
        super(shard + " (" + Failure.of(cause) + ", SQLSTATE " + cause.getSQLState() + "): " + cause.getMessage(),
                cause);
        this.shard = shard;
        this.failure = Failure.of(cause);
    }

    ShardId shard() {
        return shard;
    }

    Failure failure() {
        return failure;
    }
}
