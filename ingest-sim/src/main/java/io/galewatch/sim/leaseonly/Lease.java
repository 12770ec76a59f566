package io.galewatch.sim.leaseonly;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * The claim, by the routing database's clock. There is nothing wrong with it: it grants, renews and refuses as it should.
 */
final class Lease {

    private static final String TAKE = """
        update mover_claim
           set token = token + 1, grant_id = ?, owner = ?, granted_at = clock_timestamp(),
               renewed_at = clock_timestamp(), lease = ? * interval '1 millisecond',
               expires_at = clock_timestamp() + ? * interval '1 millisecond', reason = case when grant_id is null then 'released' else 'expired' end
         where grant_id is null or expires_at < clock_timestamp()
        returning token
        """;

    private static final String RENEW = """
        update mover_claim
           set renewed_at = clock_timestamp(), expires_at = clock_timestamp() + lease
         where grant_id = ?
        """;

    private static final String RELEASE = "update mover_claim set grant_id = null, owner = null where grant_id = ?";

    private static final String COMPLETE = """
        update routing_epoch set completed_at = clock_timestamp(), completed_token = ?, completed_grant = ?
         where epoch = (select max(epoch) from routing_epoch)
        """;

    private final String url;
    private final String password;
    private final String owner;
    private final Duration length;
    private final UUID grant = UUID.randomUUID();

    Lease(String url, String password, String owner, Duration length) {
        this.url = url;
        this.password = password;
        this.owner = owner;
        this.length = length;
    }

    UUID grant() {
        return grant;
    }

    /** The token, or nothing when the claim is another's or nobody can say. */
    OptionalLong take() {
        try (Connection routing = connect(); PreparedStatement statement = routing.prepareStatement(TAKE)) {
            statement.setObject(1, grant);
            statement.setString(2, owner);
            statement.setLong(3, length.toMillis());
            statement.setLong(4, length.toMillis());
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? OptionalLong.of(row.getLong(1)) : OptionalLong.empty();
            }
        } catch (SQLException notNow) {
            return OptionalLong.empty();
        }
    }

    Renewal renew() {
        try (Connection routing = connect(); PreparedStatement statement = routing.prepareStatement(RENEW)) {
            statement.setObject(1, grant);
            return statement.executeUpdate() == 1 ? Renewal.RENEWED : Renewal.LOST;
        } catch (SQLException notNow) {
            return Renewal.UNANSWERED;
        }
    }

    void complete(long token) throws SQLException {
        try (Connection routing = connect();
                PreparedStatement complete = routing.prepareStatement(COMPLETE);
                PreparedStatement release = routing.prepareStatement(RELEASE)) {
            complete.setLong(1, token);
            complete.setObject(2, grant);
            complete.executeUpdate();
            release.setObject(1, grant);
            release.executeUpdate();
        }
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection(url + "?connectTimeout=2&socketTimeout=5", "galewatch_mover", password);
    }
}
