package io.galewatch.routing.claim;

import java.time.Duration;
import java.util.UUID;

/**
 * One winning of the claim.
 *
 * @param token the fencing token, higher than every earlier grant's
 * @param grantId fresh for each grant: a restored routing database can mint a token twice, but never a grant
 * @param owner the box, for people; identity is the grant id
 */
public record Grant(String role, long token, UUID grantId, String owner, Duration lease) {

    /** What database sessions of this grant are called, so that a successor finds and ends them: at most 63 bytes. */
    public String sessionName() {
        return SESSION_PREFIX + token + ":" + grantId.toString().substring(0, 8) + ":" + owner;
    }

    public static final String SESSION_PREFIX = "gwm:";

    @Override
    public String toString() {
        return "token " + token + " grant " + grantId.toString().substring(0, 8);
    }
}
