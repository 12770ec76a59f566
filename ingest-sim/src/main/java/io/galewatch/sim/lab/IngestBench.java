package io.galewatch.sim.lab;

import io.galewatch.sim.bench.Batches;
import io.galewatch.sim.bench.DirectSender;
import io.galewatch.sim.bench.HttpSender;
import io.galewatch.sim.bench.Load;
import io.galewatch.sim.bench.Measured;
import io.galewatch.sim.bench.Pace;
import io.galewatch.sim.bench.Sender;
import io.galewatch.sim.turbines.Serials;
import java.net.URI;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Ingest, measured: what turbines send at the fleet's rate and at ten times that, idle and during a rebalance, and as many
 * readings as it takes, in turns with the same inserts made straight by JDBC. What is compared is measured three times in
 * turns, and the middle one counts: other work on the machine then strikes both.
 */
final class IngestBench {

    static final double TARGET_OF_STRAIGHT = 0.60;
    static final double TARGET_OF_IDLE = 3.0;
    /** The whole fleet: 1,200 turbines, a reading each every two seconds. */
    static final int FLEET_RATE = 600;
    private static final int TEN_FLEETS = 10 * FLEET_RATE;
    /** Of ten fleets at once a request brings ten readings: one each would measure HTTP and not ingest. */
    private static final int READINGS_OF_TEN_FLEETS = 10;
    private static final int OPEN_LOOP_SENDERS = 64;
    private static final int ROUNDS = 3;
    private static final int FLUSHERS_OF_A_BOX_AND_SHARD = 2;

    private final Fleet fleet;
    private final ArdnavePoint farm;
    private final Duration each;
    private final Instant start;
    private final Consumer<String> say;
    private int sources;

    /**
     * @param each how long one measurement takes
     * @param start after the last seeded reading
     */
    IngestBench(Fleet fleet, ArdnavePoint farm, Duration each, Instant start, Consumer<String> say) {
        this.fleet = fleet;
        this.farm = farm;
        this.each = each;
        this.start = start;
        this.say = say;
    }

    /** One line of the result. */
    record Line(String what, Measured measured) {}

    /** Everything in turn; the fleet has {@code from} shards before and {@code to} after. */
    IngestBenchResult run(List<Integer> batchSizes) throws Exception {
        PlainTable.createOn(fleet.databases());
        int few = fleet.settings().from();
        int many = fleet.settings().to();
        warmUp(few, many, batchSizes.getFirst());
        List<Line> idle = new ArrayList<>();
        List<Line> moving = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            idle.add(idle(FLEET_RATE, 1));
            moving.add(moving(FLEET_RATE, 1, round % 2 == 0 ? many : few));
        }
        Line middleIdle = middle(idle, Measured::p999);
        Line middleMoving = middle(moving, Measured::p999);
        List<Line> lines = new ArrayList<>(List.of(middleIdle, middleMoving, idle(TEN_FLEETS, READINGS_OF_TEN_FLEETS),
                moving(TEN_FLEETS, READINGS_OF_TEN_FLEETS, few)));
        List<IngestBenchResult.Ratio> ratios = new ArrayList<>();
        for (int size : batchSizes) {
            List<Line> ways = inTurns(few, size);
            lines.addAll(ways);
            ratios.add(new IngestBenchResult.Ratio(size, rate(ways.get(0)) / rate(ways.get(1)),
                    rate(ways.get(0)) / rate(ways.get(2))));
        }
        int size = batchSizes.getFirst();
        try (Load load = load(Pace.unlimited(), few, size, this::overHttp)) {
            // By now there is so much to move that its end is not waited for.
            lines.add(during(unlimited(size, "rebalance"), load, new Rebalancing(fleet),
                    many));
        }
        return new IngestBenchResult(lines, ratios, middleRatio(idle, moving));
    }

    /** Everything that is compared by its tail has run before, or a compiler at work would be what is measured. */
    private void warmUp(int few, int many, int size) throws Exception {
        say.accept("warming up");
        asFast(unlimited(size, "API"), few, size, this::overHttp, each);
        idle(FLEET_RATE, 1);
        moving(FLEET_RATE, 1, many);
        moving(FLEET_RATE, 1, few);
        say.accept("warm");
    }

    /** Of each round its own: what else the machine does changes from one to the next. */
    private static double middleRatio(List<Line> idle, List<Line> moving) {
        return IntStream.range(0, ROUNDS).mapToDouble(
                round -> moving.get(round).measured().p999() / idle.get(round).measured().p999()).sorted().skip(
                        ROUNDS / 2).findFirst().orElseThrow();
    }

    private static double rate(Line line) {
        return line.measured().readingsPerSecond();
    }

    private Line idle(int rate, int size) throws Exception {
        try (Load load = paced(rate, size)) {
            return measured(name(rate, size, "idle"), load, each);
        }
    }

    private Line moving(int rate, int size, int shards) throws Exception {
        try (Load load = paced(rate, size)) {
            Rebalancing rebalancing = new Rebalancing(fleet);
            Line line = during(name(rate, size, "rebalance"), load, rebalancing, shards);
            rebalancing.awaitComplete();
            return line;
        }
    }

    private static String unlimited(int size, String way) {
        return "as many as it takes, %d a request, %s".formatted(size, way);
    }

    private static String name(int rate, int size, String when) {
        return "%,d/s, %d a request, %s".formatted(rate, size, when);
    }

    private Load paced(int rate, int size) throws Exception {
        Batches batches = source(Serials.ardnavePoint(fleet.settings().turbines()), size);
        return new Load(Pace.of((double) rate / size), OPEN_LOOP_SENDERS, i -> new HttpSender(box(i), batches));
    }

    /** The API, the same call straight, and a plain insert, three times in turns; of each the middle one. */
    private List<Line> inTurns(int shards, int size) throws Exception {
        List<Line> api = new ArrayList<>();
        List<Line> call = new ArrayList<>();
        List<Line> plain = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            api.add(asFast(unlimited(size, "API"), shards, size, this::overHttp, each.dividedBy(2)));
            call.add(asFast(unlimited(size, "same call by JDBC"), shards, size, this::calling, each.dividedBy(2)));
            plain.add(
                    asFast(unlimited(size, "plain insert by JDBC"), shards, size, this::inserting, each.dividedBy(2)));
        }
        return List.of(middle(api, Measured::readingsPerSecond), middle(call, Measured::readingsPerSecond),
                middle(plain, Measured::readingsPerSecond));
    }

    private static Line middle(List<Line> rounds, ToDoubleFunction<Measured> by) {
        return rounds.stream().sorted(Comparator.comparingDouble(line -> by.applyAsDouble(line.measured()))).skip(
                rounds.size() / 2).findFirst().orElseThrow();
    }

    private interface Way {

        Sender open(int number, int shard, Batches batches) throws Exception;
    }

    private Line asFast(String what, int shards, int size, Way way, Duration time) throws Exception {
        try (Load load = load(Pace.unlimited(), shards, size, way)) {
            return measured(what, load, time);
        }
    }

    /** As many senders as boxes have flushers, so that each way has as many connections; a batch is for one shard. */
    private Load load(Pace pace, int shards, int size, Way way) throws Exception {
        List<Batches> byShard = new ArrayList<>();
        for (int shard = 0; shard < shards; shard++) {
            byShard.add(source(farm.at(shard, shards), size));
        }
        return new Load(pace, shards * fleet.boxes().size() * FLUSHERS_OF_A_BOX_AND_SHARD,
                i -> way.open(i / shards, i % shards, byShard.get(i % shards)));
    }

    private Sender overHttp(int number, int shard, Batches batches) throws Exception {
        return new HttpSender(box(number), batches);
    }

    private Sender calling(int number, int shard, Batches batches) throws SQLException {
        return DirectSender.calling(fleet.databases().asIngest(fleet.databases().shards().get(shard)), batches);
    }

    private Sender inserting(int number, int shard, Batches batches) throws SQLException {
        return DirectSender.inserting(fleet.databases().asIngest(fleet.databases().shards().get(shard)),
                PlainTable.NAME,
                batches);
    }

    private Line measured(String what, Load load, Duration time) {
        Line line = new Line(what, load.measure(time, () -> false));
        say.accept(IngestBenchResult.text(line));
        return line;
    }

    /** From the acceptance of a rebalance until it is complete, or until enough was seen. */
    private Line during(String what, Load load, Rebalancing rebalancing, int shards) throws InterruptedException {
        rebalancing.start(shards);
        Line line = new Line(what, load.measure(each, rebalancing::isComplete));
        say.accept(IngestBenchResult.text(line));
        return line;
    }

    private URI box(int number) {
        return fleet.boxes().get(number % fleet.boxes().size()).url();
    }

    /** Sources of the same turbines are ten minutes apart, so that no two bring the same reading. */
    private Batches source(List<String> serials, int size) {
        return new Batches(serials, start.plus(Duration.ofMinutes(10L * sources++)), size);
    }
}
