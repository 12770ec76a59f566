package io.galewatch.mover.admin;

import com.fasterxml.jackson.annotation.JsonRawValue;
import io.galewatch.routing.map.ShardId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Reads the conflict tables of all shards, with both values, so that an administrator can decide. */
@Component
class ConflictsReader {

    private static final String OPEN = """
        select k.turbine_id, k.read_at::text, k.source, k.epoch, k.found_at,
               (to_jsonb(k) - array['id', 'side', 'source', 'map_id', 'epoch', 'token', 'found_at', 'kept', 'settled_at',
                                    'settled_by', 'settled_token', 'turbine_id', 'read_at'])::text as source_values,
               (to_jsonb(r) - array['turbine_id', 'read_at'])::text as target_values
          from reading_conflict k
          left join readings r on r.turbine_id = k.turbine_id and r.read_at = k.read_at
         where k.settled_at is null and (?::text is null or k.turbine_id = ?)
         order by k.id limit ?
        """;

    private final AllShards shards;

    ConflictsReader(AllShards shards) {
        this.shards = shards;
    }

    /**
     * One conflict.
     *
     * @param shard that holds it
     * @param source shard from which its values came
     * @param sourceValues what was moved
     * @param targetValues what the shard holds under the same key; null when it holds nothing any more
     */
    record Conflict(String turbine, String at, String shard, String source, long epoch, Instant foundAt,
            @JsonRawValue String sourceValues, @JsonRawValue @Nullable String targetValues) {}

    /**
     * @param unreachable shards that did not answer, so that conflicts may be missing
     */
    record Page(List<Conflict> conflicts, List<String> unreachable) {}

    Page open(@Nullable String turbine, int limit) {
        AllShards.Answers<List<Conflict>> answers = shards.ask(
                (shard, connection) -> ask(shard, connection, turbine, limit));
        List<Conflict> conflicts = answers.answered().values().stream().flatMap(List::stream).sorted(
                Comparator.comparing(Conflict::foundAt)).limit(limit).toList();
        return new Page(conflicts, answers.unreachable());
    }

    private static List<Conflict> ask(ShardId shard, Connection connection, @Nullable String turbine, int limit)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(OPEN)) {
            statement.setString(1, turbine);
            statement.setString(2, turbine);
            statement.setInt(3, limit);
            try (ResultSet row = statement.executeQuery()) {
                List<Conflict> conflicts = new ArrayList<>();
                while (row.next()) {
                    conflicts.add(new Conflict(row.getString(1), row.getString(2), shard.name(),
                            new ShardId(row.getInt(3)).name(), row.getLong(4),
                            row.getObject(5, OffsetDateTime.class).toInstant(), row.getString(6), row.getString(7)));
                }
                return conflicts;
            }
        }
    }
}
