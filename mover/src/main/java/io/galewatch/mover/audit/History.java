package io.galewatch.mover.audit;

import io.galewatch.routing.map.ShardId;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * One turbine's history over the shards that may hold it. They are asked in the order of a read: the home last, so that a
 * row which moves between two questions is seen.
 */
final class History {

    /** Leaps of one statement, and of one turbine. */
    private static final int LEAPS_AT_ONCE = 1_000;
    private static final int MOST_LEAPS = 500_000;

    /** Text and microseconds of an instant: one to ask with, one to reckon with. */
    private static final String AT = "%1$s::text, (extract(epoch from %1$s) * 1000000)::bigint";

    private static final String FIRST = "select " + AT.formatted("r.read_at")
            + " from readings r where r.turbine_id = ? and isfinite(r.read_at) order by r.read_at limit 1";

    /** The farthest reading within a leap, else the nearest one after it: index probes both. */
    private static final String NEXT = """
        coalesce((select r.read_at from readings r
                   where r.turbine_id = ? and r.read_at > l.at and r.read_at <= l.at + ?::interval
                   order by r.read_at desc limit 1),
                 (select r.read_at from readings r
                   where r.turbine_id = ? and r.read_at > l.at and r.read_at < 'infinity' order by r.read_at limit 1))
        """;

    private static final String ONE_LEAP = "select " + AT.formatted("n.at") + " from (select " + NEXT
            + " as at from (select ?::timestamptz as at) l) n where n.at is not null";

    /** From reading to reading in leaps as long as a silence may be: one or two probes for each, and not one for each row. */
    private static final String LEAPS = "with recursive leap(at, n) as (select ?::timestamptz, 0 union all select "
            + NEXT
            + ", l.n + 1 from leap l where l.at is not null and l.n < " + LEAPS_AT_ONCE + ") select "
            + AT.formatted("at") + " from leap where n > 0 and at is not null order by n";

    private static final String INSIDE = "select " + AT.formatted("r.read_at") + " from readings r"
            + " where r.turbine_id = ? and r.read_at > ?::timestamptz and r.read_at < ?::timestamptz limit 1";

    private final AuditedShards shards;
    private final String turbine;
    private final List<ShardId> homeLast;

    /** @param others where its rows may lie but for its home */
    History(AuditedShards shards, String turbine, List<ShardId> others, ShardId home) {
        this.shards = shards;
        this.turbine = turbine;
        this.homeLast = new ArrayList<>(others.stream().filter(shard -> !shard.equals(home)).toList());
        this.homeLast.add(home);
    }

    /**
     * An instant.
     *
     * @param text as PostgreSQL prints it
     * @param micros since 1970
     */
    record At(String text, long micros) {}

    /** A silence. */
    record Gap(At from, At to) {}

    /** Its first finite instant. */
    Optional<At> first() {
        return homeLast.stream().flatMap(shard -> instants(shard, FIRST, turbine).stream()).min(
                Comparator.comparingLong(At::micros));
    }

    /** Silences longer than the given time. */
    List<Gap> gaps(Duration longerThan) {
        List<Gap> gaps = new ArrayList<>();
        long micros = longerThan.toNanos() / 1_000;
        Optional<At> at = first();
        for (int leaps = 0; at.isPresent() && leaps < MOST_LEAPS;) {
            List<At> next = leap(at.get(), longerThan.toString(), micros);
            for (At reached : next) {
                if (reached.micros() - at.get().micros() > micros) {
                    gaps.add(new Gap(at.get(), reached));
                }
                at = Optional.of(reached);
            }
            leaps += Math.max(1, next.size());
            if (next.isEmpty()) {
                return gaps;
            }
        }
        return gaps;
    }

    /** Whether there is still no reading inside a silence. */
    boolean isSilent(Gap gap) {
        return homeLast.stream().allMatch(shard -> instants(shard, INSIDE, turbine, gap.from().text(),
                gap.to().text()).isEmpty());
    }

    /** On one shard, many leaps at once; over several, one, since it is as long as any of them allows. */
    private List<At> leap(At from, String interval, long micros) {
        if (homeLast.size() == 1) {
            return instants(homeLast.getFirst(), LEAPS, from.text(), turbine, interval, turbine);
        }
        List<At> reached = homeLast.stream().flatMap(
                shard -> instants(shard, ONE_LEAP, turbine, interval, turbine, from.text()).stream()).toList();
        Optional<At> within = reached.stream().filter(at -> at.micros() - from.micros() <= micros).max(
                Comparator.comparingLong(At::micros));
        return within.or(() -> reached.stream().min(Comparator.comparingLong(At::micros))).stream().toList();
    }

    private List<At> instants(ShardId shard, String sql, String... parameters) {
        return shards.ask(shard, connection -> {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                for (int i = 0; i < parameters.length; i++) {
                    statement.setString(i + 1, parameters[i]);
                }
                return read(statement);
            }
        }).orElse(List.of());
    }

    private static List<At> read(PreparedStatement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery()) {
            List<At> instants = new ArrayList<>();
            while (row.next()) {
                instants.add(new At(row.getString(1), row.getLong(2)));
            }
            return instants;
        }
    }
}
