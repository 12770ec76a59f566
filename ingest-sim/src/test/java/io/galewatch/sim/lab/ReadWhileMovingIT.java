package io.galewatch.sim.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.galewatch.sim.lab.FaultRig.Holder;
import io.galewatch.sim.postgres.Server;
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
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
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
                readers.add(threads.submit(() -> reader.untilStopped(Serials.ardnavePoint(TURBINES))));
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

    /**
     * The two ways to miss a row, each made as wide as a barn door: a box sleeps through a whole rebalance, and then asks
     * what was home; and a box waits for the old home's answer while a turbine that it asks for is moved.
     */
    @Test
    void aBoxWhoseQuestionsAreFarApartMissesNothing() throws Exception {
        Map<String, String> slowly = Map.of("galewatch.move.batch-rows", "100", "galewatch.move.max-rows-per-second",
                "1500", "galewatch.map.refresh", "1m");
        try (FaultRig rig = FaultRig.startQuiet(directory.resolve("fleet"), 26_400, 3_000, slowly);
                ExecutorService threads = Executors.newCachedThreadPool();
                HttpClient http = HttpClient.newHttpClient()) {
            LedgerTail ledger = new LedgerTail(rig.fleet.layout().ledger());
            String giant = Serials.ardnavePoint(TURBINES).stream().max(
                    Comparator.comparingInt(serial -> ledger.promisedNow(serial).size())).orElseThrow();
            Box box = rig.fleet.boxes().getLast();
            Reader reader = new Reader(List.of(box.url()), ledger, http, new Random(1));
            readUntilAnswered(reader, giant);

            box.freeze();
            rig.flip();
            rig.awaitComplete();
            box.thaw();
            readUntilAnswered(reader, giant);

            Server source = whereIs(giant, rig);
            rig.flip();
            Holder holder = rig.awaitHolder();
            Box other = rig.fleet.boxes().stream().filter(
                    one -> !one.name().equals(holder.box().name())).findFirst().orElseThrow();
            List<Future<Boolean>> readers = new ArrayList<>();
            for (int seed = 1; seed <= READERS; seed++) {
                Reader one = new Reader(List.of(other.url()), ledger, http, new Random(seed));
                readers.add(threads.submit(() -> one.untilStopped(List.of(giant))));
            }
            try {
                FaultRig.until(giant + " is being copied", () -> rig.fleet.databases().shards().stream().map(
                        shard -> rig.ask(shard, "select 1 from turbine_move where step = 'copying' and rows_moved > 0"
                                + " and turbine_id = '" + giant + "'", row -> true)).flatMap(
                                        Optional::stream).findAny());
                rig.fleet.links().between(other.name(), source.name()).stall();
                FaultRig.until(giant + " has left " + source.name(), () -> rig.ask(source,
                        "select 1 where not exists (select from readings where turbine_id = '" + giant + "')",
                        row -> true));
                rig.fleet.links().pass();
                awaitPages(60);
            } finally {
                stopped.countDown();
            }
            for (Future<Boolean> one : readers) {
                assertThat(one.get()).isTrue();
            }
            rig.awaitComplete();
            rig.mustBeClean();
        }
    }

    private void readUntilAnswered(Reader reader, String turbine) {
        long enough = pages.get() + 1;
        await().atMost(LONG).until(() -> {
            reader.readAll(turbine);
            return pages.get() >= enough;
        });
    }

    private static Server whereIs(String turbine, FaultRig rig) {
        return rig.fleet.databases().shards().stream().filter(shard -> rig.ask(shard,
                "select 1 from readings where turbine_id = '" + turbine + "' limit 1",
                row -> true).isPresent()).findFirst().orElseThrow();
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

        boolean untilStopped(List<String> turbines) throws IOException, InterruptedException {
            try {
                while (stopped.getCount() > 0) {
                    for (String turbine : turbines) {
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
                if (answer.statusCode() == 503) {
                    // No answer is no wrong answer; that there are enough right ones is asserted at the end.
                    turnedAway.incrementAndGet();
                    continue;
                }
                assertThat(answer.statusCode()).as("%s: %s", turbine, answer.body()).isEqualTo(200);
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
