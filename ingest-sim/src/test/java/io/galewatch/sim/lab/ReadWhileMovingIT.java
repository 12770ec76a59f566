package io.galewatch.sim.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.galewatch.sim.turbines.Reading;
import io.galewatch.sim.turbines.ReadingDigest;
import io.galewatch.sim.turbines.Serials;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Readers go through all turbines, page by page, on every box, while turbines send and a real mover moves them in tiny
 * batches, and while the map goes 2→3→2 in the middle of that. Every page has all that stood in the ledger before it was
 * asked for, once, with the values that were acknowledged.
 */
class ReadWhileMovingIT {

    private static final int TURBINES = 12;
    private static final int PAGE = 200;
    private static final int READERS = 3;
    private static final Duration LONG = Duration.ofSeconds(120);

    @TempDir
    Path directory = Path.of("");

    private final CountDownLatch stopped = new CountDownLatch(1);
    private final AtomicLong pages = new AtomicLong();
    private final AtomicLong turnedAway = new AtomicLong();
    private final JsonMapper json = JsonMapper.builder().disable(
            DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES).build();

    @Test
    void everyPageIsComplete() throws Exception {
        Map<String, String> tiny = Map.of("galewatch.move.batch-rows", "20", "galewatch.move.window-rows", "20",
                // Boxes hear of a newer map from refusals and answers, and not in passing.
                "galewatch.map.refresh", "1m");
        try (FaultRig rig = FaultRig.start(directory.resolve("fleet"), 26_400, 3_000, tiny,
                new FaultRig.Farm(TURBINES, TURBINES, Duration.ofMillis(200)));
                ExecutorService threads = Executors.newCachedThreadPool();
                HttpClient http = HttpClient.newHttpClient()) {
            LedgerTail ledger = new LedgerTail(rig.fleet.layout().ledger());
            List<Future<Boolean>> readers = new ArrayList<>();
            for (int seed = 1; seed <= READERS; seed++) {
                Reader reader = new Reader(rig.fleet.boxes().stream().map(Box::url).toList(), ledger, http,
                        new Random(seed));
                readers.add(threads.submit(reader::untilStopped));
            }
            try {
                rig.flip();
                rig.awaitComplete();
                for (int round = 0; round < 2; round++) {
                    rig.flip();
                    awaitPages(60);
                    rig.flipAgain();
                    awaitPages(60);
                    rig.awaitComplete();
                }
            } finally {
                stopped.countDown();
            }
            for (Future<Boolean> reader : readers) {
                assertThat(reader.get()).isTrue();
            }
            assertThat(pages.get()).as("pages; turned away: %s", turnedAway).isGreaterThan(300);
            rig.mustBeClean();
        }
    }

    /** Unless a reader has found something, which it tells at the end. */
    private void awaitPages(long more) {
        long enough = pages.get() + more;
        await().atMost(LONG).until(() -> pages.get() >= enough || stopped.getCount() == 0);
    }

    private final class Reader {

        private final List<URI> boxes;
        private final LedgerTail ledger;
        private final HttpClient http;
        private final Random random;

        Reader(List<URI> boxes, LedgerTail ledger, HttpClient http, Random random) {
            this.boxes = boxes;
            this.ledger = ledger;
            this.http = http;
            this.random = random;
        }

        boolean untilStopped() throws IOException, InterruptedException {
            try {
                while (stopped.getCount() > 0) {
                    for (String turbine : Serials.ardnavePoint(TURBINES)) {
                        readAll(turbine);
                    }
                }
                return true;
            } finally {
                stopped.countDown();
            }
        }

        private void readAll(String turbine) throws IOException, InterruptedException {
            String cursor = "";
            Instant after = Instant.MIN;
            do {
                NavigableMap<Instant, Long> promised = ledger.promisedNow(turbine);
                HttpResponse<String> answer = ask(turbine, cursor);
                if (answer.statusCode() != 200) {
                    // No answer is no wrong answer; that there are enough right ones is asserted at the end.
                    turnedAway.incrementAndGet();
                    continue;
                }
                JsonNode page = json.readTree(answer.body());
                after = check(turbine, page, promised, after);
                pages.incrementAndGet();
                cursor = page.path("next").asString("");
            } while (!cursor.isEmpty() && stopped.getCount() > 0);
        }

        private HttpResponse<String> ask(String turbine, String cursor) throws IOException, InterruptedException {
            String query = "turbine=" + turbine + "&limit=" + PAGE
                    + (cursor.isEmpty() ? "" : "&after=" + URLEncoder.encode(cursor, StandardCharsets.UTF_8));
            URI box = boxes.get(random.nextInt(boxes.size()));
            return http.send(HttpRequest.newBuilder(box.resolve("/readings?" + query)).timeout(
                    Duration.ofSeconds(30)).build(), HttpResponse.BodyHandlers.ofString());
        }

        /** @return the last instant of the page */
        private Instant check(String turbine, JsonNode page, NavigableMap<Instant, Long> promised, Instant after) {
            List<Reading> readings = page.path("readings").valueStream().map(
                    one -> json.treeToValue(one, Reading.class)).toList();
            List<Instant> seen = readings.stream().map(Reading::at).toList();
            assertThat(seen).isSorted().doesNotHaveDuplicates().allMatch(at -> at.isAfter(after));
            Instant end = page.has("next") ? seen.getLast() : Instant.MAX;
            assertThat(seen).as("page of %s after %s", turbine, after).containsAll(
                    promised.subMap(after, false, end, true).keySet());
            for (Reading reading : readings) {
                long digest = promised.getOrDefault(reading.at(), LedgerTail.SEEDED);
                assertThat(digest).as("values of %s at %s", turbine, reading.at()).isIn(LedgerTail.SEEDED,
                        ReadingDigest.of(reading));
            }
            return end;
        }
    }
}
