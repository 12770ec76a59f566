package io.galewatch.sim.scenario;

import static io.galewatch.sim.scenario.Actor.FLEET;
import static io.galewatch.sim.scenario.Actor.LAB;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * Faults of every kind, in an order and for times drawn from the seed, each when an owner is in the middle of a batch, with
 * live turbines and a rebalance always under way. Every kind strikes at least once.
 */
public final class Chaos extends FarmScenario {

    private static final int SHRINKING_RUNS = 12;

    @Option(names = "--minutes", paramLabel = "M", defaultValue = "5", description = "how long (default ${DEFAULT-VALUE}); not scaled")
    private int minutes;

    @Option(names = "--events", paramLabel = "FILE", description = "strike with these instead, as an earlier run wrote them")
    private @Nullable Path events;

    private final List<Strike> struck = new ArrayList<>();
    private final CountDownLatch never = new CountDownLatch(1);
    private Optional<List<Strike>> given = Optional.empty();
    private Optional<Holder> owner = Optional.empty();
    private Timeline.Deed mend = () -> {};

    /** For the command line, which sets the options. */
    public Chaos() {
        this(5);
    }

    /** @param minutes 0 for each kind once */
    public Chaos(int minutes) {
        this.minutes = minutes;
    }

    /** Just these. */
    Chaos(List<Strike> strikes) {
        this(0);
        this.given = Optional.of(List.copyOf(strikes));
    }

    @Override
    public String name() {
        return "chaos";
    }

    @Override
    public String summary() {
        return "random faults under load for --minutes M, by --seed S; a failure is shrunk and can be replayed";
    }

    /** What has struck so far. */
    List<Strike> struck() {
        return List.copyOf(struck);
    }

    @Override
    public Timeline timeline(Stage stage) {
        FenceAudit audit = new FenceAudit(stage.fleet().databases().shards());
        Timeline timeline = Timeline.from("00:00:00");
        timeline.act(LAB, "has every shard write down each token that its fence takes", audit::install);
        timeline.act(LAB, "asks for %d shards; and the other way whenever it is done".formatted(stage.other()),
                stage::flip);
        timeline.rounds(rounds(stage));
        timeline.see(FLEET, "the rebalance is complete", stage.watch()::complete);
        timeline.check(FLEET, "no fence ever went down", () -> audit.timesDown() == 0 && audit.advances() > 0,
                () -> List.of("%d advances, %d times down".formatted(audit.advances(), audit.timesDown())));
        return timeline;
    }

    /** Writes down what struck, and then fewer strikes that fail too. */
    @Override
    public List<String> investigate(Trial trial, Path directory) throws Exception {
        Path all = directory.resolve("chaos-events.jsonl");
        Strike.write(struck, all);
        List<Strike> fewer = Shrinker.shrink(struck(), strikes -> trial.fails(new Chaos(strikes)), SHRINKING_RUNS);
        Path shrunk = directory.resolve("chaos-events-shrunk.jsonl");
        Strike.write(fewer, shrunk);
        return List.of("all %d strikes: %s".formatted(struck.size(), all),
                "%d of them fail too: %s".formatted(fewer.size(), shrunk),
                "again: ./lab chaos --events " + shrunk);
    }

    private Timeline.NextRound rounds(Stage stage) {
        Optional<List<Strike>> list = given.or(this::fromFile);
        if (list.isPresent()) {
            Iterator<Strike> strikes = list.get().iterator();
            return () -> strikes.hasNext() ? Optional.of(round(stage, strikes.next())) : Optional.empty();
        }
        Supplier<Strike> strikes = Strike.drawnFrom(stage.fleet().settings().seed());
        long end = System.nanoTime() + Duration.ofMinutes(minutes).toNanos();
        return () -> System.nanoTime() < end || struck.size() < Fault.values().length
                ? Optional.of(round(stage, strikes.get()))
                : Optional.empty();
    }

    private Optional<List<Strike>> fromFile() {
        return Optional.ofNullable(events).map(file -> {
            try {
                return Strike.read(file);
            } catch (IOException e) {
                throw new UncheckedIOException("cannot read the strikes of " + file, e);
            }
        });
    }

    private Timeline round(Stage stage, Strike strike) {
        Actor who = new Actor(() -> owner.map(Holder::name).orElse("an owner"));
        Duration lasts = strike.lasts(stage.lease());
        Timeline timeline = Timeline.from("00:00:00");
        timeline.see(who, "is in the middle of a batch", () -> inTheMiddleOfABatch(stage),
                () -> List.of("it holds token " + owner.orElseThrow().token()));
        timeline.act(LAB, "%s, for %.1f s".formatted(strike.fault().words(), lasts.toMillis() / 1e3), () -> {
            struck.add(strike);
            mend = strike.fault().strike(stage, owner.orElseThrow(), strike.which());
            never.await(lasts.toMillis(), TimeUnit.MILLISECONDS);
        });
        timeline.act(LAB, "mends it", () -> mend.run());
        return timeline;
    }

    private boolean inTheMiddleOfABatch(Stage stage) {
        if (stage.watch().complete()) {
            stage.flip();
        }
        owner = stage.watch().holder();
        return owner.isPresent() && stage.fleet().databases().shards().stream().anyMatch(
                shard -> Question.any(shard, """
                    select 1 from pg_stat_activity
                     where application_name like 'gwm:%d:%%' and backend_xid is not null
                    """.formatted(owner.get().token())));
    }
}
