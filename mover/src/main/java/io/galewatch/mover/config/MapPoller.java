package io.galewatch.mover.config;

import io.galewatch.routing.fleet.FleetMap;
import io.galewatch.routing.fleet.MapUnknownException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Follows the newest map on a thread of its own. It is not on the path of ingest, which learns a newer map from the
 * shard that refuses it; it only makes boxes learn sooner.
 */
@Component
final class MapPoller implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(MapPoller.class);

    private final FleetMap map;
    private final Duration every;
    private final RandomGenerator random;
    private volatile @Nullable Running running;

    MapPoller(FleetMap map, BoxProperties box, RandomGenerator random) {
        this.map = map;
        this.every = box.map().refresh();
        this.random = random;
    }

    private record Running(Thread thread, CountDownLatch stop) {}

    /** The first look is taken before the web server opens, so that the first reading finds a map. */
    @Override
    public void start() {
        look();
        CountDownLatch stop = new CountDownLatch(1);
        Thread thread = Thread.ofPlatform().name("map-poller").daemon().unstarted(() -> poll(stop));
        running = new Running(thread, stop);
        thread.start();
    }

    private void poll(CountDownLatch stop) {
        try {
            while (!stop.await(nextWaitMillis(), TimeUnit.MILLISECONDS)) {
                look();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Within a fifth of the interval either way, so that boxes don't ask in step. */
    private long nextWaitMillis() {
        long fifth = every.toMillis() / 5;
        return every.toMillis() + random.nextLong(-fifth, fifth + 1);
    }

    private void look() {
        try {
            map.refresh();
        } catch (MapUnknownException e) {
            log.warn("{}", e.getMessage());
        } catch (RuntimeException e) {
            log.warn("the newest map could not be asked for, trying again in about {}", every, e);
        }
    }

    @Override
    public void stop() {
        Running now = running;
        running = null;
        if (now != null) {
            now.stop().countDown();
        }
    }

    @Override
    public boolean isRunning() {
        return running != null;
    }

    /** Before the web server, and after it at the end. */
    @Override
    public int getPhase() {
        return 0;
    }
}
