package io.galewatch.sim.payouts;

import io.galewatch.routing.claim.Grant;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.Optional;

/** Where payouts are booked. */
interface Bank {

    /** Makes it ready for the holder of a grant. */
    void open(Grant grant) throws SQLException;

    /** The next hotel that is not paid for the period. */
    Optional<Hotel> next() throws SQLException;

    /** Books a payout, once it is committed. */
    void pay(Hotel hotel, BigDecimal amount) throws SQLException;

    /** Connects again, under the same grant. */
    void reopen() throws SQLException;

    void close() throws SQLException;
}
