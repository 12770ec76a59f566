package io.galewatch.mover.ingest;

import io.galewatch.routing.fleet.FleetMap;
import io.galewatch.routing.fleet.MapUnknownException;
import io.galewatch.routing.map.ShardId;
import io.galewatch.routing.map.ShardMap;
import io.galewatch.routing.read.Reading;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Stores readings of one request, each at its home, and says what became of each. Readings whose address turns out to be
 * an old one are addressed again within the same call.
 */
final class Ingest implements AutoCloseable {

    /** Each round after the first follows a newer map; there are not many of those in the time of a request. */
    private static final int ROUNDS = 6;

    private final FleetMap fleet;
    private final Map<ShardId, ShardWriter> writers;
    private final IngestMetrics metrics;
    private final Duration wait;
    private final LongSupplier nanoTime;

    Ingest(FleetMap fleet, Map<ShardId, ShardWriter> writers, IngestMetrics metrics, Duration wait,
            LongSupplier nanoTime) {
        this.fleet = fleet;
        this.writers = new TreeMap<>(writers);
        this.metrics = metrics;
        this.wait = wait;
        this.nanoTime = nanoTime;
    }

    /** A parcel on its way, and which readings of the request are in it. */
    private record Shipment(ShardId shard, Parcel parcel, List<Integer> positions) {}

    /**
     * Stores the readings, waiting for them no longer than is allowed.
     *
     * @return a ruling for each, in their order
     * @throws MapUnknownException no map was ever learnt, so there is no address
     */
    List<Ruling> store(List<Reading> readings) throws InterruptedException {
        long deadline = nanoTime.getAsLong() + wait.toNanos();
        Rulings rulings = new Rulings(readings.size());
        List<Integer> open = IntStream.range(0, readings.size()).boxed().toList();
        for (int round = 0; round < ROUNDS && !open.isEmpty(); round++) {
            open = storeOnce(readings, open, deadline, rulings);
        }
        List<Ruling> all = rulings.all();
        all.stream().collect(Collectors.groupingBy(Function.identity(), Collectors.counting())).forEach(
                metrics::became);
        return all;
    }

    /** @return the readings that have to be addressed again */
    private List<Integer> storeOnce(List<Reading> readings, List<Integer> open, long deadline, Rulings rulings)
            throws InterruptedException {
        ShardMap map = fleet.view().map();
        Map<ShardId, List<Integer>> byHome = new TreeMap<>();
        open.forEach(
                i -> byHome.computeIfAbsent(map.home(readings.get(i).turbine()), home -> new ArrayList<>()).add(i));
        List<Shipment> shipments = new ArrayList<>();
        byHome.forEach((home, positions) -> shipments.addAll(ship(home, positions, readings, map, deadline, rulings)));
        List<Integer> again = new ArrayList<>();
        for (Shipment shipment : shipments) {
            switch (await(shipment.parcel())) {
                case Delivery.Done done -> rulings.rule(shipment.positions(), shipment.shard(), done.verdicts());
                case Delivery.Readdress readdress -> {
                    rulings.rule(shipment.positions(), shipment.shard(), Verdict.MAP_UNSETTLED);
                    again.addAll(shipment.positions());
                }
            }
        }
        return again;
    }

    private List<Shipment> ship(ShardId home, List<Integer> positions, List<Reading> readings, ShardMap map,
            long deadline, Rulings rulings) {
        ShardWriter writer = writers.get(home);
        if (writer == null) {
            // A newer map names a shard that this box was not told the address of.
            rulings.rule(positions, home, Verdict.UNAVAILABLE);
            return List.of();
        }
        List<Shipment> shipments = new ArrayList<>();
        for (int from = 0; from < positions.size(); from += writer.flushReadings()) {
            List<Integer> part = positions.subList(from, Math.min(positions.size(), from + writer.flushReadings()));
            shipments.add(
                    new Shipment(home, new Parcel(map, part.stream().map(readings::get).toList(), deadline), part));
        }
        Optional<Verdict> refusal = writer.submit(shipments.stream().map(Shipment::parcel).toList());
        refusal.ifPresent(verdict -> rulings.rule(positions, home, verdict));
        return refusal.isPresent() ? List.of() : shipments;
    }

    private Delivery await(Parcel parcel) throws InterruptedException {
        Delivery late = Delivery.Done.all(Verdict.TIMED_OUT, parcel.size());
        try {
            return parcel.delivery().get(Math.max(0, parcel.deadline() - nanoTime.getAsLong()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            // Marks it, so that no flusher starts on it; if one has, its readings may be stored, which is harmless.
            parcel.delivery().complete(late);
            return late;
        } catch (ExecutionException e) {
            throw new IllegalStateException("deliveries never fail", e);
        }
    }

    @Override
    public void close() {
        writers.values().forEach(ShardWriter::close);
    }
}
