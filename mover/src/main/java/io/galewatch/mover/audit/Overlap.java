package io.galewatch.mover.audit;

import io.galewatch.routing.map.ShardId;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** What two shards both hold of one turbine, key by key, in bounded pages. */
final class Overlap {

    private static final int PAGE = 5_000;
    /** Rows compared of one turbine: enough to say what is wrong, not to say how much of it there is. */
    private static final int MOST = 1_000_000;

    /** As jsonb, which has the columns in an order of its own: the same on both shards. */
    private static final String ROWS = """
        select r.read_at::text, hashtextextended(to_jsonb(r)::text, 0) from readings r
         where r.turbine_id = ? and (?::timestamptz is null or r.read_at > ?::timestamptz)
           and (?::timestamptz is null or r.read_at <= ?::timestamptz)
         order by r.read_at limit\s""" + PAGE;

    private final AuditedShards shards;
    private final String turbine;

    Overlap(AuditedShards shards, String turbine) {
        this.shards = shards;
        this.turbine = turbine;
    }

    /** How many keys both hold, with equal and with different values. */
    record Common(long equal, long different) {}

    Common between(ShardId one, ShardId other) {
        long equal = 0;
        long different = 0;
        String after = null;
        for (int compared = 0; compared < MOST; compared += PAGE) {
            SequencedMap<String, Long> here = rows(one, after, null);
            if (here.isEmpty()) {
                break;
            }
            String last = here.lastEntry().getKey();
            Map<String, Long> there = rows(other, after, last);
            for (Map.Entry<String, Long> row : here.entrySet()) {
                Long value = there.get(row.getKey());
                if (row.getValue().equals(value)) {
                    equal++;
                } else if (value != null) {
                    different++;
                }
            }
            after = last;
        }
        return new Common(equal, different);
    }

    /** In key order; nothing when the shard does not answer. */
    private SequencedMap<String, Long> rows(ShardId shard, @Nullable String after, @Nullable String upTo) {
        return shards.ask(shard, connection -> {
            SequencedMap<String, Long> rows = new LinkedHashMap<>();
            try (PreparedStatement statement = connection.prepareStatement(ROWS)) {
                statement.setString(1, turbine);
                statement.setString(2, after);
                statement.setString(3, after);
                statement.setString(4, upTo);
                statement.setString(5, upTo);
                try (ResultSet row = statement.executeQuery()) {
                    while (row.next()) {
                        rows.put(row.getString(1), row.getLong(2));
                    }
                }
            }
            return rows;
        }).orElseGet(LinkedHashMap::new);
    }
}
