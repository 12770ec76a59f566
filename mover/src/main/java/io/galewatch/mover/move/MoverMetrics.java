package io.galewatch.mover.move;

import io.galewatch.routing.claim.Grant;
import io.galewatch.routing.map.ShardId;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a mover shows of itself: meters that exist from the start, at 0, and the state from which health and gauges are
 * read. Written by the working thread, read by any.
 */
public final class MoverMetrics {

    private static final List<String> RENEWALS = List.of("renewed", "lost", "unanswered");
    private static final List<String> CAUSES = List.of("first", "released", "expired", "clock-back", "reminted");
    private static final List<String> SEALS = List.of("sealed", "earlier", "refused", "locked", "unreachable");
    private static final List<String> VACUUMS = List.of("done", "failed");
    private static final List<String> TURBINE_STEPS = List.of("waiting", "copying", "verifying", "deleting", "done",
            "set-aside");

    private final MeterRegistry registry;
    private final List<ShardId> shards;
    private final LongSupplier nanoTime;
    private final Map<String, Counter> counters = new ConcurrentHashMap<>();
    private final Map<String, AtomicLong> gauges = new ConcurrentHashMap<>();
    private final AtomicReference<@Nullable Grant> held = new AtomicReference<>();
    private final AtomicLong renewedAt = new AtomicLong();
    private final AtomicLong progressedAt = new AtomicLong();
    private final AtomicReference<String> waitingFor = new AtomicReference<>("");
    private final AtomicReference<String> lastError = new AtomicReference<>("");
    private final Timer renewalTime;

    public MoverMetrics(MeterRegistry registry, List<ShardId> shards, LongSupplier nanoTime) {
        this.registry = registry;
        this.shards = List.copyOf(shards);
        this.nanoTime = nanoTime;
        this.renewalTime = Timer.builder("galewatch.claim.renewal").description(
                MeterDescriptions.of("galewatch.claim.renewal")).register(registry);
        registerClaim();
        RENEWALS.forEach(outcome -> counter("galewatch.claim.renewals", "outcome", outcome));
        CAUSES.forEach(cause -> counter("galewatch.claim.takeovers", "cause", cause));
        TURBINE_STEPS.forEach(step -> gauge("galewatch.mover.turbines", "step", step));
        counter("galewatch.claim.token.regressions");
        counter("galewatch.claim.vacancy.seconds");
        for (Step step : Step.values()) {
            batchTimer(step);
        }
        shards.forEach(this::registerShard);
    }

    private void registerClaim() {
        watch("galewatch.claim.held", () -> held.get() == null ? 0 : 1);
        watch("galewatch.claim.token", this::token);
        watch("galewatch.claim.seconds.left", this::secondsLeft);
        watch("galewatch.mover.seconds.since.progress", this::secondsSinceProgress);
        gauge("galewatch.claim.paused");
    }

    private void watch(String name, Supplier<Number> value) {
        Gauge.builder(name, value).description(MeterDescriptions.of(name)).register(registry);
    }

    private void registerShard(ShardId shard) {
        for (Step step : Step.values()) {
            counter("galewatch.mover.fenced.rejections", "shard", shard.name(), "step", step.label());
        }
        for (Step step : List.of(Step.COPY, Step.VERIFY, Step.DELETE)) {
            counter("galewatch.mover.rows", "shard", shard.name(), "step", step.label());
        }
        counter("galewatch.mover.bytes", "shard", shard.name(), "step", Step.COPY.label());
        SEALS.forEach(outcome -> counter("galewatch.fence.seals", "shard", shard.name(), "outcome", outcome));
        counter("galewatch.fence.evictions", "shard", shard.name());
        counter("galewatch.mover.conflicts", "shard", shard.name());
        VACUUMS.forEach(outcome -> counter("galewatch.mover.vacuums", "shard", shard.name(), "outcome", outcome));
        gauge("galewatch.mover.shard.left.alone", "shard", shard.name());
        gauge("galewatch.fence.token", "shard", shard.name());
        gauge("galewatch.map.epoch", "shard", shard.name());
    }

    void granted(Grant grant, String cause, double vacantSeconds) {
        held.set(grant);
        progressedAt.set(nanoTime.getAsLong());
        counter("galewatch.claim.takeovers", "cause", cause).increment();
        counter("galewatch.claim.vacancy.seconds").increment(vacantSeconds);
    }

    void renewed(Grant grant, long sentAtNanos) {
        held.set(grant);
        renewedAt.set(sentAtNanos);
    }

    void ended() {
        held.set(null);
        waitingFor.set("");
        TURBINE_STEPS.forEach(step -> turbines(step, 0));
        shards.forEach(shard -> leftAlone(shard, false));
    }

    void renewal(String outcome, long nanos) {
        counter("galewatch.claim.renewals", "outcome", outcome).increment();
        renewalTime.record(nanos, TimeUnit.NANOSECONDS);
    }

    void progressed(long now) {
        progressedAt.set(now);
    }

    /** An operator's pause keeps this box from competing. */
    void paused(boolean byOperator) {
        gauge("galewatch.claim.paused").set(byOperator ? 1 : 0);
    }

    void waiting(String reason) {
        waitingFor.set(reason);
    }

    void error(String what) {
        lastError.set(what);
    }

    void fenced(ShardId shard, Step step) {
        counter("galewatch.mover.fenced.rejections", "shard", shard.name(), "step", step.label()).increment();
    }

    void seal(ShardId shard, String outcome) {
        counter("galewatch.fence.seals", "shard", shard.name(), "outcome", outcome).increment();
    }

    void sealedAt(ShardId shard, long token) {
        gauge("galewatch.fence.token", "shard", shard.name()).set(token);
    }

    void mapAt(ShardId shard, long epoch) {
        gauge("galewatch.map.epoch", "shard", shard.name()).set(epoch);
    }

    void evicted(ShardId shard, int sessions) {
        counter("galewatch.fence.evictions", "shard", shard.name()).increment(sessions);
    }

    void tokenRegression() {
        counter("galewatch.claim.token.regressions").increment();
    }

    void moved(Step step, ShardId shard, long rows, Duration took) {
        counter("galewatch.mover.rows", "shard", shard.name(), "step", step.label()).increment(rows);
        batchTimer(step).record(took);
    }

    void copiedBytes(ShardId shard, long bytes) {
        counter("galewatch.mover.bytes", "shard", shard.name(), "step", Step.COPY.label()).increment(bytes);
    }

    void conflicts(ShardId shard, long rows) {
        counter("galewatch.mover.conflicts", "shard", shard.name()).increment(rows);
    }

    void turbines(String step, long count) {
        gauge("galewatch.mover.turbines", "step", step).set(count);
    }

    /** One turbine more, or less, stands at a step. */
    void turbineEnters(String step, int more) {
        gauge("galewatch.mover.turbines", "step", step).addAndGet(more);
    }

    void vacuumed(ShardId shard, String outcome) {
        counter("galewatch.mover.vacuums", "shard", shard.name(), "outcome", outcome).increment();
    }

    /** A shard is left alone until it answers again, or is acted on again. */
    void leftAlone(ShardId shard, boolean alone) {
        gauge("galewatch.mover.shard.left.alone", "shard", shard.name()).set(alone ? 1 : 0);
    }

    /** The grant this box believes to hold. */
    public @Nullable Grant grant() {
        return held.get();
    }

    public long token() {
        Grant grant = held.get();
        return grant == null ? 0 : grant.token();
    }

    /** Seconds of the lease that are left by this box's own clock; negative when over, 0 when no claim is held. */
    public double secondsLeft() {
        Grant grant = held.get();
        return grant == null ? 0 : (renewedAt.get() + grant.lease().toNanos() - nanoTime.getAsLong()) / 1e9;
    }

    /** Seconds since the last bounded step; 0 when no claim is held. */
    public double secondsSinceProgress() {
        return held.get() == null ? 0 : (nanoTime.getAsLong() - progressedAt.get()) / 1e9;
    }

    /** What the holder waits for on purpose; empty when it does not. */
    public String waitingFor() {
        return waitingFor.get();
    }

    /** The last thing that went wrong here; empty when nothing did. */
    public String lastError() {
        return lastError.get();
    }

    private Counter counter(String name, String... tags) {
        return counters.computeIfAbsent(name + String.join("|", tags),
                key -> Counter.builder(name).description(MeterDescriptions.of(name)).tags(tags).register(registry));
    }

    private AtomicLong gauge(String name, String... tags) {
        return gauges.computeIfAbsent(name + String.join("|", tags), key -> {
            AtomicLong value = new AtomicLong();
            Gauge.builder(name, value, AtomicLong::doubleValue).description(MeterDescriptions.of(name)).tags(
                    tags).register(registry);
            return value;
        });
    }

    private Timer batchTimer(Step step) {
        return Timer.builder("galewatch.mover.batch").description(
                MeterDescriptions.of("galewatch.mover.batch")).tag("step", step.label()).register(registry);
    }
}
