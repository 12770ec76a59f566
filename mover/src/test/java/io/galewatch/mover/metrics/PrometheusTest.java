package io.galewatch.mover.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.galewatch.mover.testing.TestBox;
import io.galewatch.routing.testing.TestFleet;
import io.galewatch.routing.testing.TestPostgres;
import org.junit.jupiter.api.Test;

/** Prometheus and orchestrators can look without credentials, and health does not hang on a database. */
class PrometheusTest {

    @Test
    void metersAreServedInPrometheusFormat() {
        try (TestFleet fleet = TestPostgres.shared().createFleet(1, 1); TestBox box = TestBox.start(fleet)) {
            TestBox.Answer answer = box.get("/actuator/prometheus");
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.contentType()).startsWith("text/plain").contains("version=0.0.4");
            assertThat(answer.body()).contains("jvm_memory_used_bytes{", "process_cpu_usage{", "box=\"box-test\"",
                    "hikaricp_connections{");
            assertThat(box.get("/actuator/health").status()).isEqualTo(200);
            assertThat(box.get("/actuator/health/liveness").json().path("status").asString()).isEqualTo("UP");
            assertThat(box.get("/actuator/env").status()).isEqualTo(404);
        }
    }
}
