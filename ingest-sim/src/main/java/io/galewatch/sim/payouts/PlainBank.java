package io.galewatch.sim.payouts;

import java.math.BigDecimal;
import java.sql.SQLException;

/** A bank that books what it is told. Whoever tells it has looked at its lease a moment ago. */
final class PlainBank extends BankSession {

    PlainBank(String url, String password) {
        super(url, password);
    }

    @Override
    public void pay(Hotel hotel, BigDecimal amount) throws SQLException {
        book(hotel, amount);
    }
}
