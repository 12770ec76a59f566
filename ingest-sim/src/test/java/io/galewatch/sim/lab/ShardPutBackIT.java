package io.galewatch.sim.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.galewatch.sim.lab.FaultRig.Holder;
import io.galewatch.sim.postgres.Server;
import io.galewatch.sim.scenario.Moment;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A shard is put back to a copy from before its seal, in the middle of the first batch there: its fence is in the past, and
 * neither an old grant nor the one in the middle of its batch may use it. No turbine sends: what a shard had acknowledged
 * since its copy would be lost with it, whatever a mover does.
 */
class ShardPutBackIT {

    @TempDir
    Path directory = Path.of("");

    @Test
    void aFenceFromThePastIsSealedAgainUnderAHigherToken() throws Exception {
        try (FaultRig rig = FaultRig.startQuiet(directory.resolve("fleet"), 25_800, 240_000, Map.of())) {
            Map<String, Path> copies = new HashMap<>();
            for (Server shard : rig.fleet.databases().shards()) {
                Path copy = directory.resolve("copy-of-" + shard.name());
                shard.stopFast();
                shard.copyDataDirectoryTo(copy);
                shard.start();
                copies.put(shard.name(), copy);
            }
            rig.flip();
            Holder holder;
            Server target;
            while (true) {
                holder = rig.awaitHolder();
                target = FaultRig.until("the first batch is under way",
                        () -> rig.fleet.databases().shards().stream().filter(
                                shard -> Moment.COPY.hasCome(shard)).findFirst());
                holder.box().freeze();
                if (Moment.COPY.stillIs(target)) {
                    break;
                }
                holder.box().thaw();
            }
            assertThat(
                    rig.ask(target, "select coalesce(sum(rows_moved), 0) from turbine_move", row -> row.getLong(1))).as(
                            "nothing is committed on the target yet").contains(0L);
            target.stopImmediately();
            target.restoreDataDirectoryFrom(Optional.ofNullable(copies.get(target.name())).orElseThrow());
            target.start();
            long restored = rig.ask(target, "select token from mover_fence", row -> row.getLong(1)).orElseThrow();
            assertThat(restored).isLessThan(holder.token());
            holder.box().thaw();

            rig.awaitComplete();
            assertThat(rig.ask(target, "select token from mover_fence", row -> row.getLong(1)).orElseThrow()).as(
                    "sealed again, above the grant that had sealed it").isGreaterThan(holder.token());
            rig.mustBeClean();
        }
    }
}
