package io.galewatch.sim.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class PaletteTest {

    @Test
    void coloursOnATerminalOnly() {
        assertThat(Palette.of(Map.of(), true).actor("box-2", "box-2")).contains("\u001b[").contains("box-2");
        assertThat(Palette.of(Map.of(), false).actor("box-2", "box-2")).isEqualTo("box-2");
    }

    @Test
    void noneWhereNoColorIsSet() {
        assertThat(Palette.of(Map.of("NO_COLOR", "1"), true).bad("x")).isEqualTo("x");
        assertThat(Palette.of(Map.of("NO_COLOR", ""), true).bad("x")).as("set to nothing is not set").isNotEqualTo("x");
    }

    @Test
    void everyBoxHasItsOwn() {
        Palette palette = Palette.of(Map.of(), true);
        assertThat(palette.actor("box-1", "x")).isNotEqualTo(palette.actor("box-2", "x"));
        assertThat(palette.actor("worker-1", "x")).isEqualTo(palette.actor("box-1", "x"));
    }
}
