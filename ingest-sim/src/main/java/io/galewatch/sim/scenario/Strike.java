package io.galewatch.sim.scenario;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import tools.jackson.databind.json.JsonMapper;

/**
 * One fault of a chaos run, drawn before it strikes: what, where and for how long.
 *
 * @param which  of several shards, modulo their number
 * @param leases how long it lasts, in leases
 */
record Strike(Fault fault, int which, double leases) {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** As drawn from a seed, without end: every kind comes once before any comes again, and half of them outlive the lease. */
    static Supplier<Strike> drawnFrom(long seed) {
        Random random = new Random(seed);
        Deque<Fault> next = new ArrayDeque<>();
        return () -> {
            if (next.isEmpty()) {
                List<Fault> all = new ArrayList<>(List.of(Fault.values()));
                Collections.shuffle(all, random);
                next.addAll(all);
            }
            Fault fault = next.removeFirst();
            boolean outlives = random.nextBoolean() || fault == Fault.OWNER_FROZEN;
            return new Strike(fault, random.nextInt(1_000), outlives
                    ? 1 + random.nextDouble() / 3
                    : random.nextDouble() / 4);
        };
    }

    Duration lasts(Duration lease) {
        return Duration.ofMillis(Math.round(lease.toMillis() * leases));
    }

    /** One JSON line each. */
    static void write(List<Strike> strikes, Path file) {
        try {
            Files.write(file, strikes.stream().map(JSON::writeValueAsString).toList());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the strikes to " + file, e);
        }
    }

    static List<Strike> read(Path file) throws IOException {
        return Files.readAllLines(file).stream().map(line -> JSON.readValue(line, Strike.class)).toList();
    }
}
