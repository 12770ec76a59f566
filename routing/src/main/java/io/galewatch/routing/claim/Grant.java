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

    private static final String SESSION_PREFIX = "gwm:";

    /** PostgreSQL cuts an application name there; a name that is cut would not be recognised as our own. */
    private static final int LONGEST_NAME = 63;

    /** What database sessions of this grant are called, so that a successor finds and ends them. */
    public String sessionName() {
        String name = SESSION_PREFIX + token + ":" + grantId.toString().substring(0, 8) + ":" + owner;
        return name.substring(0, Math.min(name.length(), LONGEST_NAME));
    }

    @Override
    public String toString() {
        return "token " + token + " grant " + grantId.toString().substring(0, 8);
    }
}
