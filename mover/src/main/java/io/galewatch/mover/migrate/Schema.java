package io.galewatch.mover.migrate;

import io.galewatch.mover.config.Database;
import java.sql.SQLException;
import java.util.Map;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;

/**
 * Applies the migrations of {@code sql/} to one database.
 *
 * <p>
 * With Flyway's lock of the session and not of a transaction, because only then does Flyway use one connection, and
 * writes a migration and its row in the history in one transaction. With two, a kill between the two commits leaves a
 * database that no later run can migrate.
 */
final class Schema {

    private static final Map<String, String> ONE_CONNECTION = Map.of("flyway.postgresql.transactional.lock", "false");

    private final Owner owner;

    Schema(Owner owner) {
        this.owner = owner;
    }

    /** Two at once wait for each other on a lock of Flyway's; what belongs to the whole server may still collide. */
    void migrate(Database database) throws InterruptedException, SQLException {
        Flyway flyway = Flyway.configure().dataSource(owner.of(database)).locations(
                database.shard().isEmpty() ? "classpath:sql/routing" : "classpath:sql/shard").failOnMissingLocations(
                        true).connectRetries(5).configuration(ONE_CONNECTION).load();
        Collisions.retried(() -> {
            try {
                return flyway.migrate().migrationsExecuted;
            } catch (FlywayException e) {
                throw new SQLException(database + ": " + e.getMessage(), Collisions.state(e), e);
            }
        });
    }
}
