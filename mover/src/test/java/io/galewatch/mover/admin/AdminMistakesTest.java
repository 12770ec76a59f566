package io.galewatch.mover.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.galewatch.mover.testing.TestBox;
import io.galewatch.routing.testing.TestFleet;
import io.galewatch.routing.testing.TestPostgres;
import java.net.http.HttpRequest;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import tools.jackson.databind.JsonNode;

/** Calls that change no map, on one box: mistakes, credentials, pause and resume. */
@ExtendWith(OutputCaptureExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AdminMistakesTest {

    private final TestFleet fleet = TestPostgres.shared().createFleet(2, 2);
    private TestBox box;

    @BeforeAll
    void start() {
        box = TestBox.start(fleet);
    }

    @AfterAll
    void stop() {
        box.close();
        fleet.close();
    }

    private TestBox.Answer rebalance(String body) {
        return box.postAsAdmin("/admin/rebalance", body);
    }

    private JsonNode status() {
        return box.getAsAdmin("/admin/rebalance").json();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        {"shards":0}               | 400 | urn:galewatch:bad-request    | shards
        {"shards":1025}            | 400 | urn:galewatch:bad-request    | 1024
        {}                         | 400 | urn:galewatch:bad-request    | shards
        {"shards":"many"}          | 400 | urn:galewatch:malformed-body | shards
        {"shards":3,"epoch":1}     | 400 | urn:galewatch:malformed-body | epoch
        {"shards":                 | 400 | urn:galewatch:malformed-body | line 1
        """)
    void malformedRequestsNameTheElement(String body, int status, String type, String word) {
        TestBox.Answer answer = rebalance(body);
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.contentType()).startsWith("application/problem+json");
        assertThat(answer.type()).isEqualTo(type);
        assertThat(answer.json().path("detail").asString()).contains(word);
    }

    @Test
    void otherMistakesAreProblemsToo() {
        HttpRequest.Builder wrongMethod = HttpRequest.newBuilder(box.url("/actuator/health")).DELETE();
        assertThat(box.send(wrongMethod).type()).isEqualTo("urn:galewatch:method-not-allowed");
        assertThat(box.get("/nowhere").type()).isEqualTo("urn:galewatch:not-found");
        assertThat(box.get("//nowhere").type()).isEqualTo("urn:galewatch:bad-request");
        assertThat(box.get("/admin/rebalance").type()).isEqualTo("urn:galewatch:unauthorized");
        assertThat(box.get("/admin/rebalance").status()).isEqualTo(401);
        assertThat(box.send(HttpRequest.newBuilder(box.url("/admin/rebalance")).header("Authorization",
                "Basic YWRtaW46d3Jvbmc=")).status()).isEqualTo(401);
    }

    @Test
    void pauseSaysWhoAndWhyAndResumeEndsIt(CapturedOutput output) {
        assertThat(box.postAsAdmin("/admin/rebalance/resume", "").status()).isEqualTo(202);
        assertThat(status().path("paused").isNull()).isTrue();
        assertThat(box.postAsAdmin("/admin/rebalance/pause", "{\"reason\":\"upgrade\"}").status()).isEqualTo(202);
        assertThat(box.postAsAdmin("/admin/rebalance/pause", "").body()).isEqualTo(
                "{\"by\":\"admin\",\"reason\":\"upgrade\"}");
        assertThat(status().path("paused").toString()).isEqualTo("{\"by\":\"admin\",\"reason\":\"upgrade\"}");
        assertThat(output).contains("admin admin called POST /admin/rebalance/pause: 202");
    }
}
