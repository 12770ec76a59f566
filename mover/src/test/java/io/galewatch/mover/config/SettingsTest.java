package io.galewatch.mover.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.galewatch.mover.testing.TestBox;
import io.galewatch.routing.db.FleetAddress;
import io.galewatch.routing.testing.TestPostgres;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.convert.ApplicationConversionService;

/** Every setting has bounds, and a refusal names the property, the value and the bound. */
class SettingsTest {

    private static Map<String, String> good() {
        return TestBox.settings(new FleetAddress("jdbc:postgresql://routing/galewatch",
                List.of("jdbc:postgresql://shard-1/galewatch", "jdbc:postgresql://shard-2/galewatch")),
                TestPostgres.CREDENTIALS);
    }

    private static <T> T bind(Map<String, String> settings, Class<T> type) {
        return new Binder(List.of(new MapConfigurationPropertySource(settings)), null,
                ApplicationConversionService.getSharedInstance(), null, null, null).bindOrCreate("galewatch", type);
    }

    private static void assertRefused(Map<String, String> settings, String... words) {
        assertThatThrownBy(() -> {
            bind(settings, FleetProperties.class);
            bind(settings, BoxProperties.class);
        }).rootCause().isInstanceOf(StartRefusedException.class).message().contains(words);
    }

    @Test
    void defaultsFitTogether() {
        BoxProperties box = bind(good(), BoxProperties.class);
        assertThat(box.claim()).isEqualTo(new ClaimProperties(Duration.ofSeconds(60), Duration.ofSeconds(2),
                Duration.ofSeconds(2), ClaimProperties.RoutingOutage.CARRY_ON));
        assertThat(box.move()).isEqualTo(new MoveProperties(50_000, 50_000, Duration.ofSeconds(15),
                Duration.ofMillis(300), 0, 1000, 5, Duration.ofSeconds(1), 1_000_000));
        assertThat(box.map().refresh()).isEqualTo(Duration.ofSeconds(1));
        assertThat(bind(good(), FleetProperties.class).address().shards()).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        galewatch.box                      | ''                        | is not set
        galewatch.box                      | box 1                     | "box 1"
        galewatch.box                      | 123456789012345678901234567890123 | 1 to 32
        galewatch.admin.password           | ''                        | is not set
        galewatch.admin.username           | ''                        | is not set
        galewatch.routing.url              | ''                        | is not set
        galewatch.routing.url              | jdbc:postgresql://a/b,jdbc:postgresql://c/d | a JDBC URL of PostgreSQL
        galewatch.routing.url              | jdbc:mysql://x/y          | jdbc:mysql://x/y
        galewatch.shards[1].url            | jdbc:postgresql://shard-1/galewatch | named twice
        galewatch.shards[1].url            | jdbc:postgresql://a/b?user=x&password=hunter2 | by role
        galewatch.roles.reader.password    | ''                        | is not set
        galewatch.map.refresh              | 99ms                      | from 100ms to 60s
        galewatch.claim.lease              | 4999ms                    | from 5s to 3600s
        galewatch.claim.poll               | 60s                       | shorter than galewatch.claim.lease (60s)
        galewatch.claim.timeout            | 499ms                     | from 500ms
        galewatch.move.batch-rows          | 0                         | from 1 to 200000
        galewatch.move.batch-rows          | 200001                    | from 1 to 200000
        galewatch.move.window-rows         | 200001                    | from 1 to 200000
        galewatch.move.step-limit          | 0s                        | from 200ms
        galewatch.move.seal-lock-timeout   | 0ms                       | from 10ms
        galewatch.move.max-rows-per-second | -1                        | from 0
        galewatch.move.max-conflicts       | -1                        | from 0
        galewatch.move.attempts            | 0                         | from 1
        galewatch.move.retry-pause         | 0s                        | from 10ms
        galewatch.startup-wait             | 2h                        | from 0ms
        """)
    void refusesWhatIsOutOfBounds(String property, String value, String bound) {
        Map<String, String> settings = good();
        settings.put(property, value);
        assertRefused(settings, property, bound);
    }

    @Test
    void aPasswordIsInNoMessageAndNoString() {
        Map<String, String> settings = good();
        assertThat(bind(settings, FleetProperties.class).toString()).doesNotContain("of-the-tests");
        assertThat(bind(settings, BoxProperties.class).toString()).doesNotContain("secret");
        settings.put("galewatch.routing.url", "jdbc:postgresql://a/b?password=hunter2");
        assertThatThrownBy(() -> bind(settings, FleetProperties.class)).rootCause().message().doesNotContain("hunter2");
    }

    @ParameterizedTest
    @CsvSource({"60s, 30s, 2s", "5s, 800ms, 1s", "30s, 13s, 2s"})
    void aStepAndARenewalFitTheLease(String lease, String step, String timeout) {
        assertThat(bind(timing(lease, step, timeout), BoxProperties.class).claim().lease()).isPositive();
    }

    @ParameterizedTest
    @CsvSource({"60s, 30001ms, 2s, 54s", "5s, 840ms, 1s, 4500ms", "5s, 15s, 2s, 4500ms"})
    void aStepThatDoesNotFitTheLeaseIsRefusedWithTheNumbers(String lease, String step, String timeout, String most) {
        assertRefused(timing(lease, step, timeout), "galewatch.claim.lease (" + lease + ")",
                "galewatch.move.step-limit (" + step + ")", "galewatch.claim.timeout (" + timeout + ")", most);
    }

    private static Map<String, String> timing(String lease, String step, String timeout) {
        Map<String, String> settings = good();
        settings.put("galewatch.claim.lease", lease);
        settings.put("galewatch.move.step-limit", step);
        settings.put("galewatch.claim.timeout", timeout);
        return settings;
    }
}
