package io.galewatch.mover.ingest;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import io.galewatch.routing.db.Failure;
import io.galewatch.routing.fleet.FleetMap;
import io.galewatch.routing.map.ShardId;
import io.galewatch.routing.map.ShardMap;
import io.galewatch.routing.read.Reading;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores parcels of one shard and delivers what became of them. Follows the shard's map when it is newer, and brings the
 * shard to ours when that is.
 */
final class Flusher {

    private static final Logger log = LoggerFactory.getLogger(Flusher.class);

    /** The first try, one again on a fresh connection, and some for a shard that has to be brought to the map. */
    private static final int TRIES = 4;

    private final ShardId shard;
    private final HikariDataSource pool;
    private final FleetMap fleet;
    private final MapDispute dispute;
    private final Breaker breaker;
    private final IngestMetrics metrics;
    private final LongSupplier nanoTime;

    Flusher(ShardId shard, HikariDataSource pool, FleetMap fleet, Breaker breaker, IngestMetrics metrics,
            LongSupplier nanoTime) {
        this.shard = shard;
        this.pool = pool;
        this.fleet = fleet;
        this.dispute = new MapDispute(shard, pool, fleet, metrics);
        this.breaker = breaker;
        this.metrics = metrics;
        this.nanoTime = nanoTime;
    }

    /** What came of storing a group: for all of it, or not at all. */
    private sealed interface Outcome {

        record Stored(Verdict[] verdicts) implements Outcome {}

        record Failed(Verdict verdict) implements Outcome {}

        /** The map that the group was addressed by is not in force. */
        record Outdated() implements Outcome {}

        /** One of them spoils it for all. */
        record Spoilt(Failure failure) implements Outcome {}
    }

    /** Stores parcels of one map in one transaction. */
    void flush(List<Parcel> parcels) {
        List<Parcel> wanted = parcels.stream().filter(this::isWanted).toList();
        if (wanted.isEmpty()) {
            return;
        }
        ShardMap map = wanted.getFirst().map();
        Outcome outcome = map.equals(fleet.view().map()) ? store(map, readings(wanted)) : new Outcome.Outdated();
        if (outcome instanceof Outcome.Spoilt && wanted.size() > 1) {
            // Whose it is, only each on its own can tell; the others must not suffer for it.
            wanted.forEach(parcel -> flush(List.of(parcel)));
            return;
        }
        deliver(wanted, outcome);
    }

    private boolean isWanted(Parcel parcel) {
        if (parcel.delivery().isDone()) {
            return false;
        }
        if (parcel.isOverdue(nanoTime.getAsLong())) {
            parcel.delivery().complete(Delivery.Done.all(Verdict.TIMED_OUT, parcel.size()));
            return false;
        }
        return true;
    }

    private Outcome store(ShardMap map, List<Reading> readings) {
        boolean again = false;
        for (int attempt = 0; attempt < TRIES; attempt++) {
            try {
                Verdict[] verdicts = storeOnce(map, readings);
                breaker.answered();
                return new Outcome.Stored(verdicts);
            } catch (SQLException e) {
                Failure failure = Failure.of(e);
                switch (failure) {
                    case STALE_MAP -> {
                        switch (dispute.settle(map, e)) {
                            case WE_WERE_OLDER -> {
                                return new Outcome.Outdated();
                            }
                            case SHARD_WAS_OLDER -> log.info("{} now obeys {}; storing again", shard, map);
                            case UNSETTLED -> {
                                return new Outcome.Failed(Verdict.MAP_UNSETTLED);
                            }
                        }
                    }
                    case CONNECTION, RETRY, RESOURCES, READ_ONLY -> {
                        if (again || e instanceof SQLTransientConnectionException) {
                            return unavailable(failure, e);
                        }
                        again = true;
                        freshConnections(failure);
                    }
                    case STRAY -> {
                        return new Outcome.Spoilt(failure);
                    }
                    default -> {
                        log.error("{} does not take a group of {} readings ({})", shard, readings.size(), failure, e);
                        return new Outcome.Spoilt(failure);
                    }
                }
            }
        }
        return new Outcome.Failed(Verdict.MAP_UNSETTLED);
    }

    private Verdict[] storeOnce(ShardMap map, List<Reading> readings) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            long start = nanoTime.getAsLong();
            try {
                return ShardInsert.store(connection, map, readings);
            } finally {
                metrics.flushed(shard, nanoTime.getAsLong() - start, readings.size());
            }
        }
    }

    /** Sending twice is harmless, so it does not matter whether the broken connection's transaction was committed. */
    private void freshConnections(Failure failure) {
        HikariPoolMXBean connections = pool.getHikariPoolMXBean();
        if (failure == Failure.CONNECTION && connections != null) {
            connections.softEvictConnections();
        }
    }

    private Outcome unavailable(Failure failure, SQLException cause) {
        if (failure == Failure.RETRY) {
            // Slow or locked, but there: no reason to turn others away.
            log.warn("{} did not store a group of readings in time, twice", shard, cause);
            return new Outcome.Failed(Verdict.UNAVAILABLE);
        }
        if (!breaker.isDown()) {
            log.warn("{} does not take readings ({}); they are refused until it does", shard, failure, cause);
        }
        breaker.silent();
        return new Outcome.Failed(Verdict.UNAVAILABLE);
    }

    private void deliver(List<Parcel> parcels, Outcome outcome) {
        switch (outcome) {
            case Outcome.Stored stored -> {
                int from = 0;
                for (Parcel parcel : parcels) {
                    int to = from + parcel.size();
                    parcel.delivery().complete(
                            new Delivery.Done(List.of(Arrays.copyOfRange(stored.verdicts(), from, to))));
                    from = to;
                }
            }
            case Outcome.Failed failed -> parcels.forEach(
                    parcel -> parcel.delivery().complete(Delivery.Done.all(failed.verdict(), parcel.size())));
            case Outcome.Outdated outdated -> parcels.forEach(
                    parcel -> parcel.delivery().complete(new Delivery.Readdress()));
            case Outcome.Spoilt spoilt -> spoilt(parcels, spoilt.failure());
        }
    }

    /** A stray under the map that the shard obeys: perhaps another map would make sense of it. */
    private void spoilt(List<Parcel> parcels, Failure failure) {
        if (failure == Failure.STRAY) {
            metrics.stray(shard);
            fleet.refresh();
        }
        parcels.forEach(parcel -> parcel.delivery().complete(failure == Failure.STRAY
                ? new Delivery.Readdress()
                : Delivery.Done.all(Verdict.REFUSED, parcel.size())));
    }

    static List<Reading> readings(List<Parcel> parcels) {
        return parcels.stream().flatMap(parcel -> parcel.readings().stream()).toList();
    }
}
