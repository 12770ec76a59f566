package io.galewatch.mover.ingest;

import io.galewatch.routing.map.ShardMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Parcels that wait for one shard. Bounded by readings; never blocks who puts. */
final class ParcelQueue {

    private final int most;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition notEmpty = lock.newCondition();
    private final ArrayDeque<Parcel> waiting = new ArrayDeque<>();
    private int readings;
    private boolean closed;

    ParcelQueue(int mostReadings) {
        this.most = mostReadings;
    }

    /** Takes all of the parcels or none. */
    boolean offer(List<Parcel> parcels) {
        int more = parcels.stream().mapToInt(Parcel::size).sum();
        lock.lock();
        try {
            if (closed || readings + more > most) {
                return false;
            }
            waiting.addAll(parcels);
            readings += more;
            notEmpty.signal();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits for parcels and takes those that fit into one transaction: of one map, in order.
     *
     * @return none when the queue is closed and empty
     */
    List<Parcel> take(int mostReadings) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (waiting.isEmpty() && !closed) {
                notEmpty.await();
            }
            List<Parcel> taken = first(mostReadings);
            if (!waiting.isEmpty()) {
                notEmpty.signal();
            }
            return taken;
        } finally {
            lock.unlock();
        }
    }

    private List<Parcel> first(int mostReadings) {
        List<Parcel> taken = new ArrayList<>();
        int size = 0;
        for (Parcel next = waiting.peek(); next != null; next = waiting.peek()) {
            ShardMap map = taken.isEmpty() ? next.map() : taken.getFirst().map();
            if (!taken.isEmpty() && (size + next.size() > mostReadings || !map.equals(next.map()))) {
                break;
            }
            taken.add(waiting.remove());
            size += next.size();
        }
        readings -= size;
        return taken;
    }

    /** Empties the queue. */
    List<Parcel> drain() {
        lock.lock();
        try {
            List<Parcel> all = List.copyOf(waiting);
            waiting.clear();
            readings = 0;
            return all;
        } finally {
            lock.unlock();
        }
    }

    int size() {
        lock.lock();
        try {
            return readings;
        } finally {
            lock.unlock();
        }
    }

    /** Takes nothing more in; what waits is still handed out. */
    void close() {
        lock.lock();
        try {
            closed = true;
            notEmpty.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
