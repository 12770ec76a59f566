package io.galewatch.mover.console;

import io.galewatch.mover.config.BoxProperties;
import io.galewatch.routing.db.ShardPools;
import io.galewatch.routing.map.ShardId;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import tools.jackson.databind.json.JsonMapper;

/**
 * Asks the databases once a second for all listeners, and tells them what is new. Nobody listens: nothing is asked, and what
 * was known is forgotten.
 */
final class ConsolePoller implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(ConsolePoller.class);

    private static final long EVERY_MILLIS = 1_000;
    /** A database that is quick is shown as of now; one that is not, as of before. */
    private static final Duration WAIT = Duration.ofMillis(700);

    private final String box;
    private final DataSource routing;
    private final ShardPools shards;
    private final Listeners listeners;
    private final JsonMapper json;
    private final InstantSource clock;
    private volatile @Nullable Thread running;

    ConsolePoller(BoxProperties box, DataSource routing, ShardPools shards, Listeners listeners, JsonMapper json,
            InstantSource clock) {
        this.box = box.box();
        this.routing = routing;
        this.shards = shards;
        this.listeners = listeners;
        this.json = json;
        this.clock = clock;
    }

    private void run() {
        try {
            while (listeners.awaitAny()) {
                watch();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** From the first listener until the last one has left. */
    private void watch() throws InterruptedException {
        Latest<RoutingSight> routingSight = new Latest<>("routing", clock, () -> RoutingSight.read(routing));
        Map<ShardId, Latest<ShardSight>> shardSights = new TreeMap<>();
        for (ShardId shard : shards.shards()) {
            ShardWatch watch = new ShardWatch(shards.of(shard), clock);
            shardSights.put(shard, new Latest<>(shard.name(), clock, watch::look));
        }
        Picture before = Picture.NOTHING;
        while (listeners.size() > 0) {
            int known = listeners.size();
            routingSight.ask();
            shardSights.values().forEach(Latest::ask);
            Instant until = clock.instant().plus(WAIT);
            routingSight.await(Duration.between(clock.instant(), until));
            for (Latest<ShardSight> shard : shardSights.values()) {
                shard.await(Duration.between(clock.instant(), until));
            }
            try {
                Picture now = Picture.of(box, routingSight, shardSights);
                tell(now, before);
                before = now;
            } catch (RuntimeException e) {
                log.error("the console could not be told what is new; it is tried again in a second", e);
            }
            listeners.rest(EVERY_MILLIS, known);
        }
    }

    private void tell(Picture now, Picture before) {
        String state = event("state", now.state());
        List<Cell> changed = now.cellsSince(before);
        boolean all = now.needsAllCells(before);
        List<FeedEvent> fresh = now.eventsSince(before);
        for (Listener listener : listeners.all()) {
            listener.send(state);
            if (!listener.isGreeted()) {
                listener.send(event("cells", now.cells().values()));
                listener.send(event("feed", now.events()));
                listener.greeted();
                continue;
            }
            if (!changed.isEmpty() || all) {
                listener.send(event(all ? "cells" : "changed", changed));
            }
            if (!fresh.isEmpty()) {
                listener.send(event("feed", fresh));
            }
        }
    }

    /** JSON has no line breaks of its own, which would end the event. */
    private String event(String name, Object data) {
        return "event: " + name + "\ndata: " + json.writeValueAsString(data) + "\n\n";
    }

    @Override
    public void start() {
        Thread thread = Thread.ofPlatform().name("console").daemon().unstarted(this::run);
        running = thread;
        thread.start();
    }

    @Override
    public void stop() {
        Thread thread = running;
        running = null;
        listeners.close();
        if (thread != null) {
            thread.interrupt();
        }
    }

    @Override
    public boolean isRunning() {
        return running != null;
    }

    /** Stopped first: the web server waits for its requests, and a listener's never ends by itself. */
    @Override
    public int getPhase() {
        return Integer.MAX_VALUE;
    }
}
