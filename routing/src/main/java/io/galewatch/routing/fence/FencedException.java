package io.galewatch.routing.fence;

import io.galewatch.routing.map.ShardId;
import java.util.UUID;

/**
 * The shard obeys another grant: whatever this one was doing is over, and it touched nothing. It happens to a holder that
 * was paused, cut off or late, so somebody should know.
 */
public final class FencedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Seal seal;
    private final long storedToken;
    private final transient UUID storedGrant;
    private final String storedOwner;

    public FencedException(Seal seal, FenceState stored) {
        super("fenced on " + seal.shard() + ": own " + seal.grant() + ", stored token " + stored.token() + " of "
                + stored.owner());
        this.seal = seal;
        this.storedToken = stored.token();
        this.storedGrant = stored.grantId();
        this.storedOwner = stored.owner();
    }

    public ShardId shard() {
        return seal.shard();
    }

    public Seal seal() {
        return seal;
    }

    public long storedToken() {
        return storedToken;
    }

    public UUID storedGrant() {
        return storedGrant;
    }

    public String storedOwner() {
        return storedOwner;
    }
}
