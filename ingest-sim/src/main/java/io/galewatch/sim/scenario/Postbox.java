package io.galewatch.sim.scenario;

import io.galewatch.sim.lab.Box;
import io.galewatch.sim.turbines.Reading;
import io.galewatch.sim.turbines.ReadingDigest;
import io.galewatch.sim.turbines.Serials;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/** Sends readings to one box, and sees by its metrics whether the shards had to tell it the newest map. */
final class Postbox {

    private static final Duration REQUEST_LIMIT = Duration.ofSeconds(20);

    private final Stage stage;
    private final Box box;
    private final InstantSource clock = InstantSource.system();
    private double redirectedBefore;
    private double redirected;

    Postbox(Stage stage, Box box) {
        this.stage = stage;
        this.box = box;
    }

    String name() {
        return box.name();
    }

    /** From here on, refusals of an old map count: turbines send to the box too, and the first refusal is enough. */
    void watch() throws IOException {
        redirectedBefore = stage.watch().metric(box, "galewatch_ingest_stale_map_total");
    }

    /** Sends so many readings in one request; each that is acknowledged goes into the ledger. */
    void post(int readings) throws IOException, InterruptedException {
        List<String> serials = Serials.ardnavePoint(stage.turbineCount());
        Instant first = longAgo(clock);
        List<Reading> all = new ArrayList<>();
        for (int i = 0; i < readings; i++) {
            all.add(reading(serials.get(i % serials.size()), first.plusMillis(i)));
        }
        HttpRequest request = HttpRequest.newBuilder(box.url().resolve("/readings")).timeout(REQUEST_LIMIT).header(
                "Content-Type", "application/json").POST(
                        HttpRequest.BodyPublishers.ofByteArray(
                                JsonMapper.builder().build().writeValueAsBytes(all))).build();
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() != 200) {
                throw new IllegalStateException(
                        "%s answered %d: %s".formatted(box.name(), answer.statusCode(), answer.body()));
            }
        }
        all.forEach(reading -> stage.acknowledge(reading.turbine(), reading.at(), ReadingDigest.of(reading)));
        redirected = stage.watch().metric(box, "galewatch_ingest_stale_map_total") - redirectedBefore;
    }

    boolean wasRedirected() {
        return redirected > 0;
    }

    List<String> words() {
        return List.of(
                "%.0f refusals of an old map; the box learnt the new one from the first, and addressed anew".formatted(
                        redirected));
    }

    /** Before every seeded history: the checker takes what lies inside one for a part of it. */
    static Instant longAgo(InstantSource clock) {
        return clock.instant().truncatedTo(ChronoUnit.SECONDS).minus(3650, ChronoUnit.DAYS);
    }

    /** Any values will do. */
    static Reading reading(String turbine, Instant at) {
        return new Reading(turbine, at, 8.5f, 270, 9, 1012, 11, 1100, 2, 268, 55, 61, 690, 50, 1200, 90, 1_000_000);
    }
}
