package io.galewatch.sim.lab;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BoxJarTest {

    @Test
    void namesPropertiesAsSpringReadsThemFromTheEnvironment() {
        assertThat(BoxJar.environmentName("galewatch.move.batch-rows")).isEqualTo("GALEWATCH_MOVE_BATCHROWS");
        assertThat(BoxJar.environmentName("galewatch.shards[1].url")).isEqualTo("GALEWATCH_SHARDS_1_URL");
    }
}
