package io.galewatch.routing.claim;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The claim row as anybody may read it.
 *
 * @param secondsLeft until expiry by the database's clock; negative when it is over
 */
public record ClaimState(long token, @Nullable UUID grantId, @Nullable String owner, double secondsLeft, long progress,
        @Nullable String reason) {

    public boolean isHeld() {
        return grantId != null && secondsLeft > 0;
    }
}
