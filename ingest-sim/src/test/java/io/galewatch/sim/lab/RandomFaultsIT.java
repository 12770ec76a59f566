package io.galewatch.sim.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.galewatch.sim.lab.FaultRig.Holder;
import io.galewatch.sim.postgres.Server;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Faults of every kind, in an order and for times drawn from a seed, with live turbines. {@code -Dseed=} replays one,
 * {@code -Dfault.minutes=} sets how long.
 */
class RandomFaultsIT {

    /** Each committed advance of a fence, in the order in which its row was had. */
    private static final String AUDIT = """
        create table fence_audit (n bigint generated always as identity primary key, token bigint not null);
        create function fence_audit() returns trigger language plpgsql security definer set search_path = public, pg_temp as
        'begin insert into public.fence_audit (token) values (new.token); return null; end';
        create trigger audit after update on mover_fence for each row execute function fence_audit();
        """;

    private static final String WENT_DOWN = """
        select count(*) from (select token < lag(token) over (order by n) as down from fence_audit) a where down
        """;

    @TempDir
    Path directory = Path.of("");

    private final Map<Fault, Integer> struck = new EnumMap<>(Fault.class);
    private final CountDownLatch never = new CountDownLatch(1);

    @Test
    void nothingIsLostAndNoFenceGoesDown() throws Exception {
        long seed = Long.getLong("seed", System.nanoTime());
        System.out.println("random faults: replay with -Dseed=" + seed);
        Random random = new Random(seed);
        try (FaultRig rig = FaultRig.start(directory.resolve("fleet"), 25_400, 240_000,
                Map.of("galewatch.move.batch-rows", "20000", "galewatch.move.window-rows", "20000"))) {
            for (Server shard : rig.fleet.databases().shards()) {
                try (Connection connection = rig.superuser(shard); Statement statement = connection.createStatement()) {
                    statement.execute(AUDIT);
                }
            }
            long end = System.nanoTime() + Duration.ofMinutes(Integer.getInteger("fault.minutes", 3)).toNanos();
            Deque<Fault> next = new ArrayDeque<>();
            while (System.nanoTime() < end || struck.size() < Fault.values().length) {
                if (next.isEmpty()) {
                    List<Fault> all = new ArrayList<>(List.of(Fault.values()));
                    Collections.shuffle(all, random);
                    next.addAll(all);
                }
                strike(rig, next.removeFirst(), random);
            }
            rig.awaitComplete();
            rig.mustBeClean();
            judge(rig);
        }
    }

    private void strike(FaultRig rig, Fault fault, Random random) throws Exception {
        Holder owner = awaitMiddleOfABatch(rig);
        Runnable mend = fault.strike(rig, owner, random);
        struck.merge(fault, 1, Integer::sum);
        long lease = FaultRig.LEASE.toMillis();
        // Half of the faults outlive the lease.
        long lasts = random.nextBoolean() || fault == Fault.OWNER_FROZEN
                ? lease + random.nextLong(3_000)
                : random.nextLong(2_000);
        System.out.println(
                fault + " strikes " + owner.box().name() + " (token " + owner.token() + ") for " + lasts + " ms");
        never.await(lasts, TimeUnit.MILLISECONDS);
        mend.run();
    }

    /** A rebalance runs, and its owner has a transaction open on some shard. */
    private static Holder awaitMiddleOfABatch(FaultRig rig) {
        return FaultRig.until("an owner is in the middle of a batch", () -> {
            if (rig.fleet.admin().status().filter(RebalanceStatus::complete).isPresent()) {
                rig.flip();
            }
            Optional<Holder> owner = rig.holder();
            boolean inABatch = owner.isPresent()
                    && rig.fleet.databases().shards().stream().anyMatch(shard -> rig.ask(shard, """
                        select 1 from pg_stat_activity
                         where application_name like 'gwm:%s:%%' and backend_xid is not null
                        """.formatted(owner.get().token()), row -> true).isPresent());
            return inABatch ? owner : Optional.empty();
        });
    }

    private void judge(FaultRig rig) {
        for (Server shard : rig.fleet.databases().shards()) {
            assertThat(rig.ask(shard, WENT_DOWN, row -> row.getLong(1))).as(
                    "times the fence of " + shard.name() + " went down").contains(0L);
            assertThat(
                    rig.ask(shard, "select count(*) from fence_audit", row -> row.getLong(1)).orElse(0L)).isPositive();
        }
        assertThat(struck.keySet()).as("every kind struck in the middle of a batch").containsExactlyInAnyOrder(
                Fault.values());
        Server routing = rig.fleet.databases().routing();
        assertThat(rig.ask(routing, "select count(*) from claim_grant where cause = 'expired'",
                row -> row.getLong(1)).orElse(0L)).as("takeovers").isPositive();
        assertThat(rig.ask(routing, "select count(*) from fenced_rejection", row -> row.getLong(1)).orElse(0L)).as(
                "fenced rejections").isPositive();
    }
}
