package io.galewatch.routing.fence;

import io.galewatch.routing.map.ShardId;

/**
 * The shard no longer obeys this grant, and nobody else's either: it was restarted, restored or failed over. The holder
 * mints a higher token and seals again. This is not "fenced".
 */
public final class SealBrokenException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient ShardId shard;
    private final long storedToken;

    public SealBrokenException(ShardId shard, long storedToken, String reason) {
        super("the seal on " + shard + " is broken: " + reason);
        this.shard = shard;
        this.storedToken = storedToken;
    }

    public ShardId shard() {
        return shard;
    }

    public long storedToken() {
        return storedToken;
    }
}
