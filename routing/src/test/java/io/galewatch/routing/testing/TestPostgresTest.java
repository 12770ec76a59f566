package io.galewatch.routing.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.galewatch.routing.db.Role;
import io.galewatch.routing.db.ShardPools;
import io.galewatch.routing.map.ShardId;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** The tests' own server is like a real one: durable, with passwords, an owner that is no superuser. */
class TestPostgresTest {

    @Test
    void aFleetIsReadyForEachRole() throws SQLException {
        try (TestFleet fleet = TestPostgres.shared().createFleet(3, 2)) {
            for (Role role : Role.values()) {
                ShardPools shards = fleet.shards(role);
                for (HikariDataSource shard : shards.all()) {
                    try (Connection connection = shard.getConnection()) {
                        assertThat(connection.isValid(5)).isTrue();
                    }
                }
            }
            try (Connection connection = fleet.routing(Role.MOVER).getConnection()) {
                assertThat(connection.isValid(5)).isTrue();
            }
            ShardId first = new ShardId(0);
            assertThat(fleet.askShard(first, "show fsync")).isEqualTo("on");
            assertThat(fleet.askShard(first, "show synchronous_commit")).isEqualTo("on");
            assertThat(fleet.askShard(first, "select shards from shard_map")).isEqualTo("2");
            assertThat(fleet.askShard(first,
                    "select count(*) from pg_authid where rolname like 'galewatch%' and rolpassword like 'SCRAM%'")).isEqualTo(
                            "4");
        }
    }
}
