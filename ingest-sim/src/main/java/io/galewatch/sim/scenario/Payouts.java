package io.galewatch.sim.scenario;

import static io.galewatch.sim.scenario.Actor.FLEET;
import static io.galewatch.sim.scenario.Actor.LAB;

import io.galewatch.sim.lab.Box;
import io.galewatch.sim.lab.Fleet;
import io.galewatch.sim.payouts.PayoutWorker;
import io.galewatch.sim.process.OsProcess;
import io.galewatch.sim.process.Signal;
import io.galewatch.sim.report.Report;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/**
 * Another job behind the same claim and fence: three workers of a nightly payout run, and the one that pays is frozen in the
 * middle for longer than its lease. With the fence every hotel is paid once; with the lease alone one is paid twice.
 */
public final class Payouts implements Scenario {

    private static final int HOTELS = 40;

    @Option(names = "--unfenced", description = "with a lease and nothing else: pays a hotel twice")
    private boolean unfenced;

    private final Map<String, OsProcess> workers = new LinkedHashMap<>();
    private Optional<String> frozen = Optional.empty();
    private String lastWord = "";
    private long duplicated;
    private long unpaid;

    public Payouts() {
        this(false);
    }

    public Payouts(boolean unfenced) {
        this.unfenced = unfenced;
    }

    @Override
    public String name() {
        return "payouts";
    }

    @Override
    public String title() {
        return unfenced ? name() + " --unfenced" : name();
    }

    @Override
    public String summary() {
        return unfenced
                ? "a nightly payout run with a lease and nothing else"
                : "the same claim and fence for a nightly payout run: each paid once (--unfenced: one twice)";
    }

    /** No turbine and no box: three workers with the links of three boxes, and one database beside the routing database. */
    @Override
    public Map<String, String> defaults() {
        return Map.of("--turbines", "0", "--boxes", "3", "--from", "1", "--to", "1");
    }

    @Override
    public int serving(int boxes) {
        return 0;
    }

    @Override
    public void prepare(Fleet fleet) {
        Question.tell(fleet.databases().routing(), "insert into mover_claim (role) values ('payout')");
        Question.tell(fleet.databases().shards().getFirst(), (unfenced ? PLAIN : FENCED).formatted(HOTELS));
    }

    private static final String HOTEL_TABLE = """
        create table hotel (name text primary key, due numeric(12, 2) not null);
        insert into hotel select 'hotel-' || lpad(n::text, 3, '0'), 100 + n from generate_series(1, %d) as n;
        """;

    /** The key says what was paid; the guard lets nobody book who has not advanced the fence in the same transaction. */
    private static final String FENCED = HOTEL_TABLE + """
        create table payout (hotel text, period date, amount numeric(12, 2) not null, paid_by text not null,
                             primary key (hotel, period));
        create trigger guard before insert or update or delete or truncate on payout
            for each statement execute function only_behind_the_fence();
        alter table payout enable always trigger guard;
        grant select on hotel to galewatch_mover;
        grant select, insert on payout to galewatch_mover
        """;

    private static final String PLAIN = HOTEL_TABLE + """
        create table payout (hotel text, period date, amount numeric(12, 2) not null, paid_by text not null);
        grant select on hotel to galewatch_mover;
        grant select, insert on payout to galewatch_mover
        """;

    @Override
    public Timeline timeline(Stage stage) {
        Actor who = new Actor(() -> frozen.orElse("a worker"));
        Actor next = new Actor(() -> owner(stage).orElse("another"));
        Timeline night = Timeline.from("02:00:00");
        night.act(LAB, "starts three workers of the nightly payout run, %d hotels are due".formatted(HOTELS),
                () -> stage.fleet().boxes().forEach(box -> start(stage, box)));
        night.resume("02:00:00", who, "has worked out what to pay a hotel, and is frozen (SIGSTOP) before it pays",
                () -> frozenBeforeItPays(stage), () -> List.of(lastWord));
        night.see("02:01:00", next, "finds the claim expired, takes it, and goes on paying",
                () -> owner(stage).filter(owner -> !Optional.of(owner).equals(frozen)).isPresent());
        night.act("02:01:30", LAB, "wakes the frozen one (SIGCONT)", () -> worker().send(Signal.CONT));
        if (unfenced) {
            night.see(who, "pays, since its lease was good when it looked", () -> says(stage, "paid hotel"));
        } else {
            night.see(who, "presents its token, matches no row, and pays nothing", () -> says(stage, "FENCED"),
                    () -> List.of(lastLineWith(stage, "FENCED")));
        }
        night.see(FLEET, "every hotel is paid", () -> due(stage) == 0);
        night.show(FLEET, "the book", () -> List.of(
                "%d payouts, %d of them for a hotel that was paid already".formatted(paid(stage), twice(stage))));
        return night;
    }

    private void start(Stage stage, Box box) {
        String name = box.name().replace("box", "worker");
        workers.put(name, stage.fleet().startInsteadOf(box, PayoutWorker.class,
                Map.of("WORKER", name, "FENCED", Boolean.toString(!unfenced), "LEASE_MILLIS",
                        Long.toString(stage.lease().toMillis()), "WORK_OUT_MILLIS",
                        Long.toString(Math.max(100, stage.lease().toMillis() / 20)))));
    }

    private static Optional<String> owner(Stage stage) {
        return Question.ask(stage.routing(), """
            select owner from mover_claim
             where role = 'payout' and grant_id is not null and expires_at > clock_timestamp()
            """, row -> row.getString(1));
    }

    private OsProcess worker() {
        return Optional.ofNullable(workers.get(frozen.orElseThrow())).orElseThrow();
    }

    /** Its last word must be that it works something out: then it has looked, and has not paid. */
    private boolean frozenBeforeItPays(Stage stage) {
        Optional<String> owner = owner(stage);
        if (owner.isEmpty() || paid(stage) < 3) {
            return false;
        }
        frozen = owner;
        worker().send(Signal.STOP);
        lastWord = stage.watch().logLine(place(stage), "").orElse("");
        if (lastWord.contains("works out")) {
            stage.watch().begin(); // What it says from here on, it says after it was woken.
            return true;
        }
        worker().send(Signal.CONT);
        return false;
    }

    private Box place(Stage stage) {
        return stage.fleet().box(frozen.orElseThrow().replace("worker", "box"));
    }

    private String lastLineWith(Stage stage, String text) {
        return stage.watch().logLine(place(stage), text).orElse("");
    }

    private boolean says(Stage stage, String text) {
        return stage.watch().logLine(place(stage), text).isPresent();
    }

    private static long due(Stage stage) {
        return Question.number(stage.shard(1),
                "select count(*) from hotel where not exists (select from payout where hotel = name)");
    }

    private static long paid(Stage stage) {
        return Question.number(stage.shard(1), "select count(*) from payout");
    }

    private long twice(Stage stage) {
        unpaid = due(stage);
        duplicated = Question.number(stage.shard(1),
                "select count(*) - count(distinct (hotel, period)) from payout");
        return duplicated;
    }

    /** The book is the judge here, in SQL of the lab's own. */
    @Override
    public Report judged(Report report) {
        return duplicated == 0 && unpaid == 0
                ? report
                : report.wrong(unpaid, duplicated,
                        duplicated + " payouts went to a hotel that was paid already, " + unpaid + " to none");
    }
}
