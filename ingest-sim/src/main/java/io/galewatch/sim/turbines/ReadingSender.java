package io.galewatch.sim.turbines;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executors;

import tools.jackson.databind.json.JsonMapper;

/** Sends readings to a box over HTTP. */
final class ReadingSender implements AutoCloseable {

    /** Above what a box may take for a shard that is slow, far below what a person would wait. */
    private static final Duration REQUEST_LIMIT = Duration.ofSeconds(10);
    private static final Set<Integer> PASSING = Set.of(408, 425, 429, 500, 502, 503, 504);

    private final JsonMapper json = JsonMapper.builder().build();
    private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(
            Duration.ofSeconds(2)).executor(Executors.newVirtualThreadPerTaskExecutor()).build();

    SendOutcome send(URI box, Reading reading) throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(box.resolve("/readings")).timeout(REQUEST_LIMIT).header(
                "Content-Type", "application/json").POST(
                        HttpRequest.BodyPublishers.ofByteArray(json.writeValueAsBytes(List.of(reading)))).build();
        try {
            HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() == 200) {
                return new SendOutcome.Acknowledged();
            }
            return PASSING.contains(answer.statusCode())
                    ? new SendOutcome.TryAgain("HTTP " + answer.statusCode())
                    : new SendOutcome.Refused(answer.statusCode(), answer.body());
        } catch (IOException e) {
            return new SendOutcome.TryAgain(e.getClass().getSimpleName());
        }
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
