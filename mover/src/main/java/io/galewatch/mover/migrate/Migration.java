package io.galewatch.mover.migrate;

import io.galewatch.mover.config.Database;
import io.galewatch.mover.config.FleetProperties;
import io.galewatch.routing.map.ShardMap;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The whole of {@code migrate}, top to bottom. */
final class Migration {

    private static final Logger log = LoggerFactory.getLogger(Migration.class);

    private final FleetProperties fleet;
    private final int firstShards;
    private final List<Database> databases;
    private final Owner owner;

    Migration(FleetProperties fleet, MigrateProperties settings) {
        this.fleet = fleet;
        this.firstShards = settings.firstShards(fleet);
        this.databases = Database.all(fleet.address());
        this.owner = new Owner(settings.ownerUsername(), settings.ownerPassword());
    }

    /** @return what is there now, in a line */
    String run() throws SQLException, InterruptedException {
        Database routing = databases.getFirst();
        List<Database> shards = databases.subList(1, databases.size());
        Identities identities = new Identities(owner, databases);
        FirstMap maps = new FirstMap(owner, routing, shards);

        identities.refuseTwins();
        Schema schema = new Schema(owner);
        for (Database database : databases) {
            schema.migrate(database);
            log.info("{} has the schema of this version", database);
        }
        UUID fleetId = identities.fleet(fleet.knownFleet());
        for (Database shard : shards) {
            identities.identify(shard, fleetId);
        }
        maps.register();
        ShardMap newest = maps.newest(firstShards);
        for (Database shard : shards) {
            maps.give(shard, newest);
        }
        // On every database, since roles belong to a server, and which databases share one is not known here.
        for (Database database : databases) {
            Collisions.retried(() -> owner.in(database, connection -> {
                RolePasswords.set(connection, fleet.credentials());
                return true;
            }));
        }
        return "fleet " + fleetId + ", " + shards.size() + " shards, " + newest;
    }
}
