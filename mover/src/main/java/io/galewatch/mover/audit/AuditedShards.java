package io.galewatch.mover.audit;

import io.galewatch.routing.db.ShardPools;
import io.galewatch.routing.map.ShardId;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The shards as an audit reads them, with the reader's rights: each question is one bounded statement. A shard that fails
 * once is left out from then on, and named in the report.
 */
final class AuditedShards {

    private static final Logger log = LoggerFactory.getLogger(AuditedShards.class);

    private final ShardPools pools;
    private final SortedMap<ShardId, String> silent = new TreeMap<>();

    AuditedShards(ShardPools pools) {
        this.pools = pools;
    }

    interface Question<T> {
        T ask(Connection connection) throws SQLException;
    }

    List<ShardId> answering() {
        return pools.shards().stream().filter(shard -> !silent.containsKey(shard)).toList();
    }

    List<ShardId> silent() {
        return List.copyOf(silent.keySet());
    }

    /** Empty when the shard does not answer. */
    <T> Optional<T> ask(ShardId shard, Question<T> question) {
        if (silent.containsKey(shard) || !pools.knows(shard)) {
            return Optional.empty();
        }
        try (Connection connection = pools.of(shard).getConnection()) {
            return Optional.of(question.ask(connection));
        } catch (SQLException e) {
            log.warn("audit: {} does not answer and is left out from here on: {}", shard, e.getMessage());
            silent.put(shard, String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }
}
