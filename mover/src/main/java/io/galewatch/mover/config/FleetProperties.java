package io.galewatch.mover.config;

import io.galewatch.routing.db.Credentials;
import io.galewatch.routing.db.FleetAddress;
import io.galewatch.routing.db.Role;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Where the databases are and how to log in: what a box and {@code migrate} both need.
 *
 * @param fleetId which fleet this is; asked of the databases when not set
 * @param routing the routing database
 * @param shards every shard that there is, in index order
 * @param roles passwords
 */
@ConfigurationProperties("galewatch")
public record FleetProperties(@Nullable UUID fleetId, @DefaultValue Database routing,
        @DefaultValue List<Database> shards,
        @DefaultValue Roles roles) {

    public FleetProperties {
        Setting.postgresUrl("routing.url", routing.url());
        if (shards.isEmpty()) {
            throw Setting.refused("shards[0].url", null, "set: a fleet has at least one shard");
        }
        Set<String> seen = new HashSet<>(Set.of(routing.url()));
        for (int i = 0; i < shards.size(); i++) {
            String property = "shards[" + i + "].url";
            if (!seen.add(Setting.postgresUrl(property, shards.get(i).url()))) {
                throw Setting.refused(property, shards.get(i).url(), "a database of its own: this one is named twice");
            }
        }
        shards = List.copyOf(shards);
        Setting.secret("roles.mover.password", roles.mover().password());
        Setting.secret("roles.ingest.password", roles.ingest().password());
        Setting.secret("roles.reader.password", roles.reader().password());
    }

    public Optional<UUID> knownFleet() {
        return Optional.ofNullable(fleetId);
    }

    public FleetAddress address() {
        return new FleetAddress(routing.url(), shards.stream().map(Database::url).toList());
    }

    public Credentials credentials() {
        return new Credentials(Map.of(Role.MOVER, roles.mover().password(), Role.INGEST, roles.ingest().password(),
                Role.READER, roles.reader().password()));
    }

    /** One database. An absent URL is refused before anybody sees it. */
    public record Database(@DefaultValue("") String url) {}

    /** The roles a box logs in as. */
    public record Roles(@DefaultValue Login mover, @DefaultValue Login ingest, @DefaultValue Login reader) {}

    /** A password. Never printed. */
    public record Login(@DefaultValue("") String password) {
        @Override
        public String toString() {
            return "Login[***]";
        }
    }
}
