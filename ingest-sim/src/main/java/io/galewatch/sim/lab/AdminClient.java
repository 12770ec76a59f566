package io.galewatch.sim.lab;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The admin API of a fleet: any box will do, so the first that answers is asked. */
public final class AdminClient {

    private static final Duration REQUEST_LIMIT = Duration.ofSeconds(15);
    private static final Duration AUDIT_LIMIT = Duration.ofMinutes(30);

    private final List<URI> boxes;
    private final String authorization;
    private final HttpClient http;
    private final JsonMapper json = JsonMapper.builder().build();

    AdminClient(List<URI> boxes, String user, String password, HttpClient http) {
        this.boxes = boxes;
        this.authorization = "Basic "
                + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
        this.http = http;
    }

    /** For boxes that this lab has not started. */
    public static AdminClient of(List<URI> boxes, String user, String password, HttpClient http) {
        return new AdminClient(boxes, user, password, http);
    }

    /** Asks for a new map of so many shards; throws with the box's words when the answer is no. */
    public void rebalance(int shards) throws InterruptedException {
        post("{\"shards\":%d}".formatted(shards));
    }

    /** The same while another rebalance is under way, which takes the epoch that is to be replaced. */
    public void rebalance(int shards, long expectedEpoch) throws InterruptedException {
        post("{\"shards\":%d,\"expectedEpoch\":%d}".formatted(shards, expectedEpoch));
    }

    private void post(String body) throws InterruptedException {
        HttpResponse<String> answer = ask(box -> request(box).header("Content-Type", "application/json").POST(
                HttpRequest.BodyPublishers.ofString(body)).build()).orElseThrow(
                        () -> new IllegalStateException("no box answered POST /admin/rebalance"));
        if (answer.statusCode() != 202) {
            throw new IllegalStateException(
                    "POST /admin/rebalance: HTTP " + answer.statusCode() + " " + answer.body());
        }
    }

    /** How the rebalance stands; empty when no box can say so now. */
    public Optional<RebalanceStatus> status() throws InterruptedException {
        return ask(box -> request(box).GET().build()).filter(answer -> answer.statusCode() == 200).map(
                answer -> RebalanceStatus.of(parse(answer.body())));
    }

    /**
     * Has a box audit all shards, without stopping anything.
     *
     * @param gap the longest silence that is not reported, like {@code 1h}
     * @return the service's report
     */
    public JsonNode audit(String gap) throws InterruptedException {
        HttpResponse<String> answer = ask(box -> HttpRequest.newBuilder(box.resolve("/admin/audit?gap=" + gap)).timeout(
                AUDIT_LIMIT).header("Authorization", authorization).header("Accept", "application/json").POST(
                        HttpRequest.BodyPublishers.noBody()).build()).orElseThrow(
                                () -> new IllegalStateException("no box answered POST /admin/audit"));
        if (answer.statusCode() != 200) {
            throw new IllegalStateException("POST /admin/audit: HTTP " + answer.statusCode() + " " + answer.body());
        }
        return parse(answer.body());
    }

    private JsonNode parse(String body) {
        return json.readTree(body);
    }

    private HttpRequest.Builder request(URI box) {
        return HttpRequest.newBuilder(box.resolve("/admin/rebalance")).timeout(REQUEST_LIMIT).header("Authorization",
                authorization);
    }

    private interface Question {

        HttpRequest to(URI box);
    }

    private Optional<HttpResponse<String>> ask(Question question) throws InterruptedException {
        for (URI box : boxes) {
            try {
                HttpResponse<String> answer = http.send(question.to(box), HttpResponse.BodyHandlers.ofString());
                if (answer.statusCode() < 500) {
                    return Optional.of(answer);
                }
            } catch (IOException e) {
                // The next one may know. A request to rebalance that is repeated is refused, and then says so.
            }
        }
        return Optional.empty();
    }
}
