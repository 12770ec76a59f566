package io.galewatch.mover.admin;

import io.galewatch.mover.config.BoxProperties;
import io.galewatch.mover.web.ProblemException;
import io.galewatch.routing.map.ShardId;
import io.galewatch.routing.map.ShardMap;
import io.galewatch.routing.table.Epoch;
import io.galewatch.routing.table.RoutingTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/** Works out what a rebalance would move. Looks with the reader's rights, and changes nothing. */
@Component
class PlanReader {

    /** Where nothing was ever moved and no limit is set: a modest disk's pace. */
    private static final double ASSUMED_ROWS_PER_SECOND = 50_000;

    private final RoutingTable routing;
    private final AllShards shards;
    private final int limit;

    PlanReader(RoutingTable routing, AllShards shards, BoxProperties box) {
        this.routing = routing;
        this.shards = shards;
        this.limit = box.move().maxRowsPerSecond();
    }

    private record Answer(ShardOutline outline, List<FinishedMoves.Part> finished) {}

    /**
     * @param n shards to come, from 1 to {@link ShardMap#MAX_SHARDS}
     * @throws ProblemException 422 when one of them is not registered or has no address here
     */
    Plan read(int n) {
        refuseUnlessRegistered(n);
        ShardMap map = routing.newest().map(Epoch::map).orElseThrow(Rebalances::notMigrated);
        AllShards.Answers<Answer> answers = shards.ask((shard, connection) -> new Answer(
                ShardOutline.read(connection, n), FinishedMoves.read(connection, shard.index())));
        List<Plan.Pair> pairs = new ArrayList<>();
        List<String> partial = new ArrayList<>();
        answers.answered().forEach((shard, answer) -> {
            pairs.addAll(pairs(shard, answer.outline()));
            if (!answer.outline().whole()) {
                partial.add(shard.name());
            }
        });
        answers.silent().keySet().forEach(shard -> pairs.add(Plan.Pair.unknown(shard.name())));
        Plan.Pace pace = pace(
                FinishedMoves.measure(answers.answered().values().stream().map(Answer::finished).toList()));
        boolean known = answers.silent().isEmpty();
        long rows = pairs.stream().map(Plan.Pair::rows).filter(Objects::nonNull).mapToLong(Long::longValue).sum();
        return new Plan(n, map.epoch(), map.shards(),
                known ? pairs.stream().mapToInt(pair -> Objects.requireNonNullElse(pair.turbines(), 0)).sum() : null,
                known ? rows : null,
                known ? pairs.stream().mapToLong(pair -> Objects.requireNonNullElse(pair.bytes(), 0L)).sum() : null,
                known ? (long) Math.ceil(rows / pace.rowsPerSecond()) : null, pace, List.copyOf(pairs), partial,
                answers.unreachable());
    }

    private static List<Plan.Pair> pairs(ShardId source, ShardOutline outline) {
        return outline.homes().stream().filter(home -> home.index() != source.index()).sorted(
                Comparator.comparingInt(ShardOutline.Home::index)).map(
                        home -> new Plan.Pair(source.name(), new ShardId(home.index()).name(), home.turbines(),
                                Math.round(outline.rows() * home.share()),
                                Math.round(outline.bytes() * home.share()))).toList();
    }

    private Plan.Pace pace(FinishedMoves.Measured moves) {
        OptionalDouble measured = moves.rowsPerSecond();
        if (limit > 0 && limit < measured.orElse(Double.MAX_VALUE)) {
            return new Plan.Pace(limit, "limit", 0);
        }
        return measured.isPresent()
                ? new Plan.Pace(Math.round(measured.getAsDouble() * 10) / 10.0, "measured", moves.moves())
                : new Plan.Pace(ASSUMED_ROWS_PER_SECOND, "assumed", 0);
    }

    private void refuseUnlessRegistered(int n) {
        List<ShardId> registered = routing.shards();
        for (int i = 0; i < n; i++) {
            ShardId shard = new ShardId(i);
            if (!registered.contains(shard) || !shards.all().contains(shard)) {
                throw ProblemException.of(HttpStatus.UNPROCESSABLE_CONTENT, "shard-not-registered",
                        "Shard can't take part", shard + " can't be a home: " + (registered.contains(shard)
                                ? "this box has no address of it"
                                : "it is not registered: run migrate with its address")).with("shard", shard.name());
            }
        }
    }
}
