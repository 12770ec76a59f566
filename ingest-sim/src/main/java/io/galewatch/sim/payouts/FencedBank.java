package io.galewatch.sim.payouts;

import io.galewatch.routing.claim.Grant;
import io.galewatch.routing.db.Failure;
import io.galewatch.routing.fence.Fence;
import io.galewatch.routing.fence.Seal;
import io.galewatch.routing.fence.SealOutcome;
import io.galewatch.routing.map.ShardId;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.Optional;

/**
 * The bank keeps the score: a new holder seals it first, and each payment proves its grant in its own transaction. The key
 * (hotel, period) says what was paid.
 */
final class FencedBank extends BankSession {

    private static final ShardId HERE = new ShardId(0);
    private static final int LOCK_TIMEOUT_MILLIS = 300;

    private Optional<Seal> seal = Optional.empty();

    FencedBank(String url, String password) {
        super(url, password);
    }

    @Override
    public void open(Grant won) throws SQLException {
        super.open(won);
        if (seal.filter(known -> known.grant().equals(won)).isEmpty()) {
            seal = Optional.of(sealed(won));
        }
    }

    private Seal sealed(Grant won) throws SQLException {
        while (true) {
            Fence.evictOthers(session(), won);
            switch (Fence.seal(session(), HERE, won, LOCK_TIMEOUT_MILLIS)) {
                case SealOutcome.Sealed done -> {
                    return done.seal();
                }
                case SealOutcome.Locked busy -> {
                    // An earlier holder is in the middle of a payment: its session is ended, and then it is ours.
                }
                case SealOutcome.Refused refused -> throw new IllegalStateException(
                        "the bank obeys token " + refused.token() + " of " + refused.owner() + " already");
            }
        }
    }

    @Override
    public void pay(Hotel hotel, BigDecimal amount) throws SQLException {
        session().setAutoCommit(false);
        Fence.advance(session(), seal.orElseThrow());
        try {
            book(hotel, amount);
            session().commit();
        } catch (SQLException e) {
            if (Failure.of(e) != Failure.UNIQUE) {
                throw e;
            }
            session().rollback(); // It was paid already, by this grant: the answer to the commit was lost.
        }
    }
}
