package io.galewatch.sim.scenario;

import io.galewatch.sim.lab.Box;
import io.galewatch.sim.lab.FleetSettings;
import io.galewatch.sim.postgres.Server;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What both nights of April are made of: the turbines, the histories, and the questions that the timelines ask. */
final class April {

    static final String AP_0162 = "AP-0162";
    static final String AP_0163 = "AP-0163";

    /** Slow enough that the two turbines of the story take as long as they did. */
    static final long ROWS_PER_SECOND = 5_000;

    /**
     * At full speed. The turbine before AP-0163 is under way at the last renewal; during the outage a box is slower, because
     * each attempt to renew takes its time.
     */
    private static final Duration COPYING_AP_0162 = Duration.ofSeconds(40);
    /** Long enough for two boxes to meet on it. */
    private static final Duration COPYING_AP_0163 = Duration.ofSeconds(100);

    static final Map<String, String> DEFAULTS = Map.of("--history", "10m");

    private final Stage stage;
    private Optional<String> renewedAt = Optional.empty();

    April(Stage stage) {
        this.stage = stage;
        if (stage.turbineCount() < 163 || stage.fleet().boxes().size() < 4) {
            throw new IllegalArgumentException("the night of April needs AP-0163 and four boxes");
        }
    }

    static Map<String, Long> longHistories(TimeScale scale) {
        return longHistories(scale, COPYING_AP_0162, COPYING_AP_0163);
    }

    static Map<String, Long> longHistories(TimeScale scale, Duration ap0162, Duration ap0163) {
        return Map.of(AP_0162, rows(scale, ap0162), AP_0163, rows(scale, ap0163));
    }

    private static long rows(TimeScale scale, Duration copying) {
        return ROWS_PER_SECOND * scale.wall(copying).toMillis() / 1_000;
    }

    /** Earlier nights have used up 16 tokens, so that box 2 gets 17 as it did. */
    static void grantsUpTo16(Server routing) {
        Question.tell(routing, """
            update mover_claim set token = 16, grant_id = gen_random_uuid(), owner = 'earlier nights',
                   granted_at = clock_timestamp(), renewed_at = clock_timestamp(), lease = interval '1 minute',
                   expires_at = clock_timestamp(), reason = 'first';
            update mover_claim set grant_id = null, owner = null
            """);
    }

    void holdDownAllBut(int number) {
        others(number).forEach(stage::holdDown);
    }

    private List<Box> others(int number) {
        return stage.fleet().boxes().stream().filter(
                box -> !box.name().equals(FleetSettings.boxName(number - 1))).toList();
    }

    void letAllThrough() {
        stage.fleet().boxes().forEach(stage::letThrough);
    }

    boolean holds(int number, long token) {
        return stage.watch().holder().filter(
                holder -> holder.name().equals(stage.box(number).name()) && holder.token() == token).isPresent();
    }

    /** True at the first renewal after AP-0162 was begun. */
    boolean renewedOnAp0162() {
        Optional<String> renewed = Question.ask(stage.routing(), "select renewed_at::text from mover_claim",
                row -> row.getString(1));
        if (renewedAt.isEmpty()) {
            if (copied(stage.shard(1), AP_0162)) {
                renewedAt = renewed;
            }
            return false;
        }
        return !renewedAt.equals(renewed);
    }

    /** Rows are on its target, by the journal there: what a turbine sends arrives there anyway. */
    private static boolean copied(Server target, String turbine) {
        return Question.any(target,
                "select 1 from turbine_move where turbine_id = '%s' and rows_moved > 0".formatted(turbine));
    }

    boolean ap0163Copied() {
        return copied(stage.shard(3), AP_0163);
    }

    /** The same where nobody keeps a journal and no turbine sends. */
    boolean firstRowsOfAp0162() {
        return stage.watch().rows(stage.shard(1), AP_0162) > 0;
    }

    boolean firstRowsOfAp0163() {
        return stage.watch().rows(stage.shard(3), AP_0163) > 0;
    }

    boolean ap0163IsUnder(long token) {
        return Question.any(stage.shard(3),
                "select 1 from turbine_move where turbine_id = '%s' and token = %d".formatted(AP_0163, token));
    }

    boolean ap0163LeftShard1() {
        return stage.watch().rows(stage.shard(1), AP_0163) == 0;
    }

    boolean logged(int number, String text) {
        return stage.watch().logLine(stage.box(number), text).isPresent();
    }

    List<String> line(int number, String text) {
        return stage.watch().logLine(stage.box(number), text).stream().toList();
    }

    /** @param fences whether the shards keep the score */
    List<String> whatTheShardsHold(boolean fences) {
        List<String> words = new ArrayList<>();
        for (int number : new int[]{1, 3}) {
            Server shard = stage.shard(number);
            words.add(String.format(Locale.ROOT, "%s holds %,d rows of %s%s", shard.name(),
                    stage.watch().rows(shard, AP_0163), AP_0163,
                    fences ? " and obeys token " + stage.watch().fence(shard) : ""));
        }
        return words;
    }

    boolean nothingIsLeft() {
        return stage.fleet().databases().shards().stream().allMatch(shard -> leftOn(shard) == 0);
    }

    List<String> whatIsLeft() {
        return stage.fleet().databases().shards().stream().map(
                shard -> "%s: %d turbines away from home, moves unfinished or rows in conflict".formatted(shard.name(),
                        leftOn(shard))).toList();
    }

    private static long leftOn(Server shard) {
        return Question.number(shard, """
            select (select count(distinct turbine_id) from readings, shard_map, shard_identity
                     where turbine_hash(turbine_id) % shards <> shard_index)
                 + (select count(*) from reading_conflict)
                 + (select count(*) from turbine_move, shard_identity where source = shard_index and step <> 'done')
            """);
    }
}
