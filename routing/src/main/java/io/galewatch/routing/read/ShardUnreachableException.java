package io.galewatch.routing.read;

import io.galewatch.routing.map.ShardId;

/** A shard that may hold what was asked for did not answer. */
public final class ShardUnreachableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient ShardId shard;

    public ShardUnreachableException(ShardId shard, String turbine, Throwable cause) {
        super(shard + " may hold readings of turbine '" + turbine + "' and does not answer: " + cause.getMessage(),
                cause);
        this.shard = shard;
    }

    public ShardId shard() {
        return shard;
    }
}
