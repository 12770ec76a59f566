package io.galewatch.routing.fence;

import io.galewatch.routing.map.ShardId;

/**
 * The shard no longer obeys this grant, and nobody else's either: it was restarted, restored or failed over. The holder
 * mints a higher token and seals again. This is not "fenced".
 */
public final class SealBrokenException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient ShardId shard;
    /** Stands for the token of a fence row that is not there. */
    private static final long NO_ROW = -1;

    private final long storedToken;

    public SealBrokenException(ShardId shard, long storedToken, String reason) {
        super("the seal on " + shard + " is broken: " + reason);
        this.shard = shard;
        this.storedToken = storedToken;
    }

    /** The row itself is gone, which no seal can mend. */
    public static SealBrokenException rowMissing(ShardId shard) {
        return new SealBrokenException(shard, NO_ROW, "its fence row is missing");
    }

    public boolean rowIsMissing() {
        return storedToken == NO_ROW;
    }

    public ShardId shard() {
        return shard;
    }

    public long storedToken() {
        return storedToken;
    }
}
