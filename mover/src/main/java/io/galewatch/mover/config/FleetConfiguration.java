package io.galewatch.mover.config;

import com.zaxxer.hikari.HikariDataSource;
import io.galewatch.routing.db.Credentials;
import io.galewatch.routing.db.FleetAddress;
import io.galewatch.routing.db.Limits;
import io.galewatch.routing.db.PoolSpec;
import io.galewatch.routing.db.Pools;
import io.galewatch.routing.db.Role;
import io.galewatch.routing.db.ShardPools;
import io.galewatch.routing.fleet.FleetMap;
import io.galewatch.routing.table.RoutingTable;
import java.time.InstantSource;
import java.util.random.RandomGenerator;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The fleet as this box reaches it: addresses, pools, routing table, newest map. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({FleetProperties.class, BoxProperties.class})
class FleetConfiguration {

    @Bean
    InstantSource clock() {
        return InstantSource.system();
    }

    @Bean
    RandomGenerator random() {
        return RandomGenerator.getDefault();
    }

    @Bean
    FleetAddress fleetAddress(FleetProperties fleet) {
        return fleet.address();
    }

    @Bean
    Credentials credentials(FleetProperties fleet) {
        return fleet.credentials();
    }

    /** Waits for the databases; everything that connects to them depends on it. */
    @Bean
    FleetId fleetId(FleetProperties fleet, BoxProperties box, FleetAddress address, Credentials credentials,
            InstantSource clock) throws InterruptedException {
        Visitor visitor = new Visitor(Database.all(address), credentials, box.claim().timeout());
        Startup startup = new Startup(visitor, new StartupCheck(SchemaVersions.ofThisJar()), clock);
        return startup.findFleet(fleet.knownFleet(), box.startupWait());
    }

    /** For the claim alone, so that a renewal never waits behind other work. */
    @Bean
    @Qualifier("claim")
    HikariDataSource claimPool(BoxProperties box, FleetAddress address, Credentials credentials, FleetId fleetId) {
        return routingPool(box, address, credentials, fleetId, Role.MOVER, "claim", 2);
    }

    /** For the routing table, as the mover role: epochs, pause, evidence. */
    @Bean
    @Qualifier("routing")
    HikariDataSource routingPool(BoxProperties box, FleetAddress address, Credentials credentials, FleetId fleetId) {
        return routingPool(box, address, credentials, fleetId, Role.MOVER, "routing", 3);
    }

    /** For looking only: status of the claim and evidence, on any box. */
    @Bean
    @Qualifier("routingReader")
    HikariDataSource routingReaderPool(BoxProperties box, FleetAddress address, Credentials credentials,
            FleetId fleetId) {
        return routingPool(box, address, credentials, fleetId, Role.READER, "status", 2);
    }

    private static HikariDataSource routingPool(BoxProperties box, FleetAddress address, Credentials credentials,
            FleetId fleetId, Role role, String purpose, int size) {
        String proof = "prove_fleet('" + fleetId.value() + "')";
        return Pools.open(new PoolSpec("routing-" + purpose, address.routingUrl(), role, credentials.password(role),
                session(box, purpose), size, PoolLimits.routing(box.claim()), proof));
    }

    @Bean
    RoutingTable routingTable(@Qualifier("routing") HikariDataSource routing) {
        return new RoutingTable(routing);
    }

    @Bean
    ShardPools ingestPools(BoxProperties box, FleetAddress address, Credentials credentials, FleetId fleetId) {
        return shardPools(box, address, credentials, fleetId, Role.INGEST, "ingest", 6, PoolLimits.ingest());
    }

    @Bean
    ShardPools readerPools(BoxProperties box, FleetAddress address, Credentials credentials, FleetId fleetId) {
        return shardPools(box, address, credentials, fleetId, Role.READER, "read", 4, PoolLimits.reader());
    }

    private static ShardPools shardPools(BoxProperties box, FleetAddress address, Credentials credentials,
            FleetId fleetId, Role role, String purpose, int size, Limits limits) {
        return ShardPools.open(address, fleetId.value(), role, credentials, session(box, purpose), size, limits);
    }

    /** Never starts like a mover's session, which a successor would end. */
    private static String session(BoxProperties box, String purpose) {
        return "gw:" + box.box() + ":" + purpose;
    }

    @Bean
    FleetMap fleetMap(RoutingTable routing, @Qualifier("ingestPools") ShardPools shards) {
        return new FleetMap(routing, shards);
    }
}
