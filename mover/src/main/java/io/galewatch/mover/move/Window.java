package io.galewatch.mover.move;

import java.math.BigDecimal;
import java.util.Optional;

/**
 * A stretch of a turbine's history on its source: (after, upTo], with what was found there. Windows tile all of the
 * source's rows, from minus to plus infinity.
 *
 * @param after exclusive; empty for the first one, which starts at minus infinity, inclusive
 * @param from the key of its first row
 * @param upTo inclusive: the key of its last row
 * @param rows how many rows
 * @param digest their content digest
 */
record Window(Optional<PgInstant> after, PgInstant from, PgInstant upTo, long rows, BigDecimal digest) {

    boolean holds(long otherRows, BigDecimal otherDigest) {
        return rows == otherRows && digest.compareTo(otherDigest) == 0;
    }

    @Override
    public String toString() {
        return "(" + after.map(PgInstant::text).orElse("-infinity inclusive") + ", " + upTo + "]";
    }
}
