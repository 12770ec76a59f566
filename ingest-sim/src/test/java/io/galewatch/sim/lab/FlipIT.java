package io.galewatch.sim.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.galewatch.sim.postgres.Server;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The divisor changes again and again while 600 readings a second arrive, and boxes live without the routing database. */
class FlipIT {

    @TempDir
    static Path directory = Path.of("");

    private static Optional<FaultRig> started = Optional.empty();

    @BeforeAll
    static void start() throws Exception {
        started = Optional.of(FaultRig.start(directory.resolve("fleet"), 26_000, 2_000, Map.of(),
                new FaultRig.Farm(60, 60, Duration.ofMillis(100))));
    }

    @AfterAll
    static void stop() {
        started.ifPresent(FaultRig::close);
    }

    private static FaultRig rig() {
        return started.orElseThrow();
    }

    @Test
    void twentyFlipsUnderLoadLoseNothing() throws Exception {
        for (int flip = 0; flip < 20; flip++) {
            rig().flip();
            rig().awaitComplete();
            rig().mustBeClean();
        }
    }

    @Test
    void boxesStartAndIngestWithoutTheRoutingDatabase() throws Exception {
        Server routing = rig().fleet.databases().routing();
        long turnedAway = rig().turnedAway();
        routing.stopFast();
        try {
            for (Box box : rig().fleet.boxes()) {
                box.stop();
                box.start();
                box.awaitReady();
                long acknowledged = rig().acknowledged();
                await().atMost(Duration.ofSeconds(60)).until(() -> rig().acknowledged() > acknowledged + 60 * 2);
            }
        } finally {
            routing.start();
        }
        assertThat(rig().refused()).as("readings refused for good").isZero();
        assertThat(rig().turnedAway()).as("readings that a box turned away for now").isEqualTo(turnedAway);
        rig().flip();
        rig().awaitComplete();
        rig().mustBeClean();
    }
}
