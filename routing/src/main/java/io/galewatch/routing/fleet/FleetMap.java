package io.galewatch.routing.fleet;

import io.galewatch.routing.db.ShardPools;
import io.galewatch.routing.map.ShardId;
import io.galewatch.routing.map.ShardMap;
import io.galewatch.routing.table.Epoch;
import io.galewatch.routing.table.RoutingTable;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;

/**
 * The newest map, as this process knows it. It only ever goes up. A newer one, wherever it was heard of, is first offered
 * to every shard in reach and only then used: a read at an old home must not miss what was just acknowledged at the new
 * one.
 */
public final class FleetMap {

    private static final Logger log = LoggerFactory.getLogger(FleetMap.class);

    private final RoutingTable routing;
    private final ShardPools shards;
    private final AtomicReference<@Nullable MapView> view = new AtomicReference<>();
    /** One visit of all shards at a time for each map: who hears of a map that is being offered waits for that visit only. */
    private final Map<ShardMap, FutureTask<MapView>> visits = new ConcurrentHashMap<>();

    /** @param shards pools of a role that may offer maps (ingest or mover) */
    public FleetMap(RoutingTable routing, ShardPools shards) {
        this.routing = routing;
        this.shards = shards;
    }

    /** @throws MapUnknownException before the first map was learnt */
    public MapView view() {
        MapView known = view.get();
        if (known == null) {
            throw new MapUnknownException();
        }
        return known;
    }

    /**
     * Learns that there is a newer map: offers it to every shard in reach, then uses it. An older one, or the same, changes
     * nothing.
     *
     * @return the view in use afterwards
     */
    public MapView learn(ShardMap heard) {
        MapView known = view.get();
        if (known != null && !heard.isNewerThan(known.map())) {
            return known;
        }
        FutureTask<MapView> ours = new FutureTask<>(() -> use(offerEverywhere(heard)));
        FutureTask<MapView> visit = Objects.requireNonNullElse(visits.putIfAbsent(heard, ours), ours);
        if (visit == ours) {
            ours.run();
            visits.remove(heard, ours);
        }
        return resultOf(visit);
    }

    private MapView use(ShardMap newest) {
        while (true) {
            MapView known = view.get();
            if (known != null && !newest.isNewerThan(known.map())) {
                return known;
            }
            MapView next = known == null ? new MapView(newest, false, null) : known.with(newest);
            if (view.compareAndSet(known, next)) {
                log.info("map is now {}{}", newest, known == null ? "" : ", before " + known.map());
                return next;
            }
        }
    }

    /** Of a visit that another thread makes, perhaps. */
    private MapView resultOf(FutureTask<MapView> visit) {
        try {
            return visit.get();
        } catch (InterruptedException e) {
            // It was not told whether every shard was visited, so the older map stays in use here.
            Thread.currentThread().interrupt();
            return view();
        } catch (ExecutionException e) {
            throw new IllegalStateException("offering a newer map to the shards failed", e.getCause());
        }
    }

    /**
     * Brings a shard that was seen at an older map to the newest one known here. Failing is not told: whoever saw the
     * shard lag asks it again.
     */
    public void bringUp(ShardId shard) {
        ShardMap newest = view().map();
        try {
            ShardMap there = ShardMaps.offer(shards.of(shard), newest);
            if (there.isNewerThan(newest)) {
                learn(there);
            }
        } catch (SQLException e) {
            log.warn("{} obeys an older map than {} and could not be brought to it", shard, newest, e);
        }
    }

    /**
     * Asks the routing database, and the shards when it does not answer or this process knows no map yet.
     *
     * @throws MapUnknownException nobody answered, now or earlier
     */
    public MapView refresh() {
        Optional<List<Epoch>> live = liveEpochs();
        if (live.isEmpty()) {
            newestOnShards().ifPresent(this::learn);
            return view();
        }
        Epoch newest = live.get().getLast();
        MapView known = learn(newest.map());
        if (known.map().equals(newest.map())) {
            view.compareAndSet(known, new MapView(newest.map(), newest.isComplete(), withoutGaps(live.get())));
        }
        return view();
    }

    /** The newest map on any shard in reach. */
    public Optional<ShardMap> newestOnShards() {
        return askAll(shard -> ShardMaps.read(shards.of(shard))).stream().reduce((a, b) -> b.isNewerThan(a) ? b : a);
    }

    /**
     * The maps since the last complete one; null when the list does not begin with a complete epoch or leaves one out, as
     * after the routing database was restored: then a row may lie anywhere.
     */
    private static @Nullable List<ShardMap> withoutGaps(List<Epoch> live) {
        long first = live.getFirst().map().epoch();
        boolean consecutive = live.getLast().map().epoch() - first == live.size() - 1;
        return live.getFirst().isComplete() && consecutive ? live.stream().map(Epoch::map).toList() : null;
    }

    private Optional<List<Epoch>> liveEpochs() {
        try {
            List<Epoch> live = routing.live();
            return live.isEmpty() ? Optional.empty() : Optional.of(live);
        } catch (DataAccessException e) {
            log.debug("routing database does not answer, asking the shards for the map", e);
            return Optional.empty();
        }
    }

    private ShardMap offerEverywhere(ShardMap heard) {
        ShardMap newest = heard;
        ShardMap offered;
        do {
            offered = newest;
            ShardMap offer = offered;
            for (ShardMap answer : askAll(shard -> ShardMaps.offer(shards.of(shard), offer))) {
                newest = answer.isNewerThan(newest) ? answer : newest;
            }
        } while (newest.isNewerThan(offered));
        return newest;
    }

    private interface Question<T> {
        T ask(ShardId shard) throws SQLException;
    }

    /** Asks every shard at the same time; one that is out of reach is left out, within its pool's time limits. */
    private <T> List<T> askAll(Question<T> question) {
        try (ExecutorService parallel = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<T>> questions = new ArrayList<>();
            for (ShardId shard : shards.shards()) {
                questions.add(() -> question.ask(shard));
            }
            List<T> answers = new ArrayList<>();
            List<Future<T>> futures = parallel.invokeAll(questions);
            for (int i = 0; i < futures.size(); i++) {
                try {
                    answers.add(futures.get(i).get());
                } catch (ExecutionException e) {
                    log.debug("{} did not answer about the map", shards.shards().get(i), e.getCause());
                }
            }
            return answers;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of();
        }
    }
}
