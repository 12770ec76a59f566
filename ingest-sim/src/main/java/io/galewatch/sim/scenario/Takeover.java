package io.galewatch.sim.scenario;

import io.galewatch.sim.postgres.Server;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/** Another box takes the claim from a holder, and how long that took by the databases' own clocks. */
public final class Takeover {

    /** What a takeover may take besides the lease and a poll. */
    private static final double GRACE_SECONDS = 2;

    private final Stage stage;
    private final Supplier<Holder> before;
    private Optional<Holder> next = Optional.empty();

    public Takeover(Stage stage, Supplier<Holder> before) {
        this.stage = stage;
        this.before = before;
    }

    public Actor successor() {
        return new Actor(() -> next.map(Holder::name).orElse("another"));
    }

    public Holder next() {
        return next.orElseThrow(() -> new IllegalStateException("nobody has taken over yet"));
    }

    /** True when another box holds the claim, under a higher token. */
    public boolean hasCome() {
        Holder old = before.get();
        next = stage.watch().holderAbove(old.token()).filter(holder -> !holder.name().equals(old.name()));
        return next.isPresent();
    }

    /** Every shard obeys the new holder. */
    public boolean isSealed() {
        return stage.fleet().databases().shards().stream().allMatch(
                shard -> stage.watch().fence(shard) > before.get().token());
    }

    /** Both, within a poll and two seconds of the end of the old lease. */
    public boolean wasInTime() {
        return vacantSeconds() <= limitSeconds() && lastSealSeconds() <= limitSeconds();
    }

    public List<String> words() {
        return List.of(String.format(Locale.ROOT,
                "taken %.1f s and the last shard sealed %.1f s after the old lease was over (at most %.1f s)",
                vacantSeconds(), lastSealSeconds(), limitSeconds()));
    }

    private double limitSeconds() {
        return stage.poll().toMillis() / 1e3 + GRACE_SECONDS;
    }

    private double vacantSeconds() {
        return stage.watch().vacantAfter(before.get().token());
    }

    private double lastSealSeconds() {
        long token = before.get().token();
        String expiry = Question.ask(stage.routing(), """
            select previous_expiry::text from claim_grant where token > %d order by token limit 1
            """.formatted(token), row -> row.getString(1)).orElse("-infinity");
        return stage.fleet().databases().shards().stream().mapToDouble(
                shard -> sealSeconds(shard, token, expiry)).max().orElse(0);
    }

    private static double sealSeconds(Server shard, long token, String expiry) {
        return Question.ask(shard, """
            select extract(epoch from sealed_at - '%s'::timestamptz)::float8 from mover_fence where token > %d
            """.formatted(expiry, token), row -> row.getDouble(1)).orElse(Double.POSITIVE_INFINITY);
    }
}
