package io.galewatch.mover.migrate;

import io.galewatch.mover.config.FleetProperties;
import io.galewatch.mover.config.Setting;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What {@code migrate} needs and a box never has.
 *
 * @param ownerUsername owner of the databases; may create roles
 * @param shards N of epoch 1; 0: all shards that have an address. Without effect once there is an epoch
 */
@ConfigurationProperties("galewatch.migrate")
record MigrateProperties(@DefaultValue("galewatch_owner") String ownerUsername, @DefaultValue("") String ownerPassword,
        @DefaultValue("0") int shards) {

    MigrateProperties {
        Setting.text("migrate.owner-username", ownerUsername);
        Setting.secret("migrate.owner-password", ownerPassword);
    }

    /** N of epoch 1. */
    int firstShards(FleetProperties fleet) {
        int known = fleet.shards().size();
        return shards == 0 ? known : (int) Setting.between("migrate.shards", shards, 1, known);
    }

    @Override
    public String toString() {
        return "MigrateProperties[" + ownerUsername + "]";
    }
}
