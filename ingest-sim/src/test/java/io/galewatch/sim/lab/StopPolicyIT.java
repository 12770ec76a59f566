package io.galewatch.sim.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.galewatch.sim.lab.FaultRig.Holder;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With the policy to stop, an owner that is cut off from the routing database ends when its lease may be over. */
class StopPolicyIT {

    @TempDir
    Path directory = Path.of("");

    @Test
    void anOwnerThatIsCutOffStopsByItself() throws Exception {
        try (FaultRig rig = FaultRig.start(directory.resolve("fleet"), 25_600, 240_000,
                Map.of("galewatch.claim.on-routing-outage", "stop", "galewatch.move.batch-rows", "5000",
                        "galewatch.move.window-rows", "5000", "galewatch.move.max-rows-per-second", "10000"))) {
            rig.flip();
            Holder owner = rig.awaitHolder();
            rig.fleet.links().between(owner.box().name(), "routing").cut();
            Holder next = rig.awaitHolderAbove(owner.token());
            assertThat(next.box().name()).isNotEqualTo(owner.box().name());
            FaultRig.until("the owner says that it stops",
                    () -> java.util.Optional.of(rig.logOf(owner.box())).filter(
                            log -> log.contains("the policy is to stop")));
            rig.fleet.links().pass();
            rig.awaitComplete();
            rig.mustBeClean();
        }
    }
}
