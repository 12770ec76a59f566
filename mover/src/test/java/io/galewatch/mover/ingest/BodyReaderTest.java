package io.galewatch.mover.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.galewatch.routing.read.Channel;
import io.galewatch.routing.read.Reading;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.util.unit.DataSize;

/** What is a reading and what is not, and that a bad one never hides its neighbours. */
class BodyReaderTest {

    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final String GOOD = "{\"turbine\":\"AP-0001\",\"at\":\"2026-03-01T00:00:00Z\"}";

    private final BodyReader reader = reader(5, 4_096);
    private final Admission admission = new Admission(1_000);

    private static BodyReader reader(int readings, int bytes) {
        return new BodyReader(InstantSource.fixed(NOW), new IngestProperties(readings, DataSize.ofBytes(bytes), 1_000,
                1_000, 100, 1, Duration.ofSeconds(1), Duration.ofSeconds(1)));
    }

    private List<Element> read(String body) {
        return read(reader, body);
    }

    private List<Element> read(BodyReader with, String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        try (Admission.Share share = admission.open()) {
            return with.read(new ByteArrayInputStream(bytes), -1, share);
        }
    }

    @Test
    void readsAllChannelsExactly() {
        StringBuilder body = new StringBuilder("[{\"at\":\"2026-03-01T00:00:00.123456Z\",\"turbine\":\"AP/1 \u00e9\"");
        for (Channel channel : Channel.ALL) {
            body.append(",\"").append(channel.json()).append("\":0.1");
        }
        Reading reading = BodyReader.readings(BodyReader.good(read(body + "}]"))).getFirst();

        assertThat(reading.turbine()).isEqualTo("AP/1 \u00e9");
        assertThat(reading.at()).isEqualTo(Instant.parse("2026-03-01T00:00:00.123456Z"));
        assertThat(reading.values().get(Channel.WIND_SPEED)).hasValue(0.1f);
        assertThat(reading.values().get(Channel.ENERGY_TOTAL)).hasValue(0.1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"windSpeed|1e39", "windSpeed|-3.5e38", "windSpeed|1e-50", "activePower|1e309",
        "activePower|1e-400", "windSpeed|\"7\"", "windSpeed|true", "windSpeed|[1]", "windSpeed|{\"a\":[]}",
        "turbine|7", "turbine|null", "turbine|\"\"", "turbine|\" x\"", "turbine|\"a\\u0000\"",
        "turbine|\"\\ud83c\"", "at|1767225600", "at|\"2026-03-01\"", "at|\"2026-03-01T00:00:00.1234567Z\"",
        "at|\"1999-12-31T23:59:59.999999Z\"", "at|\"2026-03-02T12:00:00.000001Z\"", "windspeed|1", "id|[[[1]]]"})
    void namesTheFieldAndReadsOn(String field, String value) {
        String bad = "{\"" + field + "\":" + value
                + (field.equals("turbine") ? "" : ",\"turbine\":\"AP-0001\"")
                + (field.equals("at") ? "" : ",\"at\":\"2026-03-01T00:00:00Z\"") + "}";
        List<Element> elements = read("[" + GOOD + "," + bad + "," + GOOD + "]");

        assertThat(BodyReader.good(elements)).extracting(Element.Good::index).containsExactly(0, 2);
        assertThat(BodyReader.bad(elements)).singleElement().satisfies(element -> {
            assertThat(element.index()).isEqualTo(1);
            assertThat(element.field()).isEqualTo(field);
            assertThat(element.detail()).isNotBlank();
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"3.4028235e38", "-3.4028235E38", "1e-45", "0", "-0.0", "0e9999", "1e0",
        "123456789012345678901234567890"})
    void takesWhatTheColumnCanHold(String number) {
        assertThat(BodyReader.bad(read("[{\"turbine\":\"a\",\"at\":\"2026-03-01T00:00:00Z\",\"windSpeed\":" + number
                + ",\"activePower\":" + number + "}]"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"2000-01-01T00:00:00Z", "2026-03-02T12:00:00Z", "2026-03-01T00:00:00+14:00"})
    void takesInstantsUpToTheEdges(String at) {
        assertThat(BodyReader.bad(read("[{\"turbine\":\"a\",\"at\":\"" + at + "\"}]"))).isEmpty();
    }

    @Test
    void aChannelMayBeNull() {
        assertThat(BodyReader.readings(BodyReader.good(
                read("[{\"turbine\":\"a\",\"at\":\"2026-03-01T00:00:00Z\",\"windSpeed\":null}]"))).getFirst().values().has(
                        Channel.WIND_SPEED)).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"[{\"turbine\":\"a\"}]|at", "[{\"at\":\"2026-03-01T00:00:00Z\"}]|turbine",
        "[{}]|turbine",
        "[{\"turbine\":\"a\",\"turbine\":\"b\",\"at\":\"2026-03-01T00:00:00Z\"}]|turbine",
        "[{\"turbine\":\"a\",\"at\":\"2026-03-01T00:00:00Z\",\"windSpeed\":null,\"windSpeed\":1}]|windSpeed"})
    void wantsEachFieldOnce(String body, String field) {
        assertThat(BodyReader.bad(read(body))).extracting(Element.Bad::field).containsExactly(field);
    }

    @Test
    void anElementThatIsNoObjectIsBad() {
        List<Element> elements = read("[1,[{}],null," + GOOD + "]");
        assertThat(BodyReader.bad(elements)).extracting(Element.Bad::index).containsExactly(0, 1, 2);
        assertThat(BodyReader.good(elements)).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "{}", "1", "null", "[", "[" + GOOD, "[" + GOOD + "]x", "[" + GOOD + "][]", "[NaN]",
        "[{\"windSpeed\":NaN}]", "[{\"windSpeed\":01}]", "[,]", "[{\"turbine\":\"a\"", "[" + GOOD + ",]",
        "[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]"})
    void ofAMalformedBodyNothingIsTaken(String body) {
        assertThatThrownBy(() -> read(body)).isInstanceOfSatisfying(RefusedBodyException.class,
                e -> assertThat(e.reason()).isEqualTo(RefusedBodyException.Reason.MALFORMED));
    }

    @Test
    void isBoundedInElementsBytesAndMemory() {
        String five = "[" + String.join(",", List.of(GOOD, GOOD, GOOD, GOOD, GOOD));
        assertThat(read(five + "]")).hasSize(5);
        refuses(reader, five + "," + GOOD + "]", RefusedBodyException.Reason.TOO_LARGE);
        refuses(reader(5, 1_024), "[" + " ".repeat(1_100) + "]", RefusedBodyException.Reason.TOO_LARGE);
        try (Admission.Share others = admission.open()) {
            while (others.growByOne()) {
            }
            refuses(reader, "[" + GOOD + "]", RefusedBodyException.Reason.OVERLOADED);
        }
        assertThat(read("[" + GOOD + "]")).hasSize(1);
    }

    private void refuses(BodyReader with, String body, RefusedBodyException.Reason reason) {
        assertThatThrownBy(() -> read(with, body)).isInstanceOfSatisfying(RefusedBodyException.class,
                e -> assertThat(e.reason()).isEqualTo(reason));
    }
}
