package io.galewatch.mover.move;

import io.galewatch.routing.map.ShardId;
import io.galewatch.routing.map.ShardMap;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Finds what is misplaced by looking, not by remembering: every turbine that has rows on a shard which is not its home under
 * the map. That covers growing, shrinking, an abort, strays, and what an earlier holder left half done.
 */
final class Discovery {

    private static final int PAGE = 1_000;

    /**
     * A loose index scan (one index probe per turbine, not per row), with the shard's own address function, from a serial on.
     */
    private static final String TURBINES = """
        with recursive turbine(id, n) as (
            (select r.turbine_id, 1 from readings r where r.turbine_id > ? order by r.turbine_id limit 1)
            union all
            (select (select r.turbine_id from readings r where r.turbine_id > t.id order by r.turbine_id limit 1), t.n + 1
               from turbine t where t.id is not null and t.n < ?)
        )
        select id, turbine_hash(id) % ? as home from turbine where id is not null order by id
        """;

    private final Move.Tools tools;

    Discovery(Move.Tools tools) {
        this.tools = tools;
    }

    /** Everything that is misplaced on the given shards, in serial order; noted in their journals. */
    List<Misplaced> plan(ShardMap map, List<ShardId> shards) {
        List<Misplaced> plan = new ArrayList<>();
        for (ShardId shard : shards) {
            String after = "";
            while (true) {
                Page page = page(shard, map, after);
                note(shard, map, page.misplaced());
                plan.addAll(page.misplaced());
                tools.lease().progressed();
                if (page.turbines() < PAGE) {
                    break;
                }
                after = page.last();
            }
        }
        plan.sort(Comparator.comparing(Misplaced::turbine).thenComparing(Misplaced::source));
        return plan;
    }

    private record Page(List<Misplaced> misplaced, int turbines, String last) {}

    private Page page(ShardId shard, ShardMap map, String after) {
        return tools.sessions().reading(shard, connection -> {
            List<Misplaced> misplaced = new ArrayList<>();
            int turbines = 0;
            String last = after;
            try (PreparedStatement statement = connection.prepareStatement(TURBINES)) {
                statement.setString(1, after);
                statement.setInt(2, PAGE);
                statement.setInt(3, map.shards());
                try (ResultSet row = statement.executeQuery()) {
                    while (row.next()) {
                        turbines++;
                        last = row.getString(1);
                        ShardId home = new ShardId(row.getInt(2));
                        if (!home.equals(shard)) {
                            misplaced.add(new Misplaced(last, shard, home, map));
                        }
                    }
                }
            }
            return new Page(misplaced, turbines, last);
        });
    }

    private void note(ShardId shard, ShardMap map, List<Misplaced> misplaced) {
        if (!misplaced.isEmpty()) {
            tools.batches().run(shard, map, connection -> {
                tools.journal().plan(connection, misplaced);
                return true;
            });
        }
    }
}
