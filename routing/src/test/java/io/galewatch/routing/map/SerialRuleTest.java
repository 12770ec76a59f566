package io.galewatch.routing.map;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SerialRuleTest {

    static List<String> good() {
        return List.of("AP-0163", "a", "inner  spaces", "it's \"quoted\"", "sla/sh\\", "\u00e9", "\ud83c\udf2c",
                "\ud83c\udf2c".repeat(200), "x".repeat(200), "\u200bzero-width");
    }

    static List<String> bad() {
        return Stream.of("", " a", "a ", "\u00a0a", "a\u2003", "a\tb", "a\u0000b", "\u007f", "\u0085", "e\u0301",
                "x".repeat(201), "\ud83c\udf2c".repeat(201), "\ud83c", "a\udf2cb", "\ufeff\n").toList();
    }

    @ParameterizedTest
    @MethodSource("good")
    void takes(String serial) {
        assertThat(SerialRule.problem(serial)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("bad")
    void refuses(String serial) {
        assertThat(SerialRule.problem(serial)).isPresent();
    }
}
