package io.galewatch.sim.payouts;

import io.galewatch.routing.claim.Grant;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Properties;

/** What both banks do alike: connect, look what is due, book. */
abstract class BankSession implements Bank {

    private static final String NEXT = """
        select name, due from hotel
         where not exists (select from payout where payout.hotel = hotel.name)
         order by name limit 1
        """;

    private static final String BOOK = "insert into payout (hotel, period, amount, paid_by) values (?, current_date, ?, ?)";

    private final String url;
    private final String password;
    private Optional<Grant> grant = Optional.empty();
    private Optional<Connection> session = Optional.empty();

    BankSession(String url, String password) {
        this.url = url;
        this.password = password;
    }

    @Override
    public void open(Grant won) throws SQLException {
        close();
        grant = Optional.of(won);
        session = Optional.of(connect(won.sessionName()));
    }

    @Override
    public void reopen() throws SQLException {
        open(grant());
    }

    final Grant grant() {
        return grant.orElseThrow(() -> new IllegalStateException("no grant yet"));
    }

    final Connection session() {
        return session.orElseThrow(() -> new IllegalStateException("not open"));
    }

    private Connection connect(String applicationName) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", "galewatch_mover");
        properties.setProperty("password", password);
        properties.setProperty("ApplicationName", applicationName);
        properties.setProperty("connectTimeout", "2");
        properties.setProperty("socketTimeout", "5");
        return DriverManager.getConnection(url, properties);
    }

    @Override
    public Optional<Hotel> next() throws SQLException {
        try (Connection connection = connect("gw:payout");
                PreparedStatement statement = connection.prepareStatement(NEXT);
                ResultSet row = statement.executeQuery()) {
            return row.next() ? Optional.of(new Hotel(row.getString(1), row.getBigDecimal(2))) : Optional.empty();
        }
    }

    final void book(Hotel hotel, BigDecimal amount) throws SQLException {
        try (PreparedStatement statement = session().prepareStatement(BOOK)) {
            statement.setString(1, hotel.name());
            statement.setBigDecimal(2, amount);
            statement.setString(3, grant().owner());
            statement.executeUpdate();
        }
    }

    @Override
    public void close() throws SQLException {
        if (session.isPresent()) {
            session.get().close();
            session = Optional.empty();
        }
    }
}
