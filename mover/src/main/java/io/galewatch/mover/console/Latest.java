package io.galewatch.mover.console;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The latest answer of one database. It is asked by one thread at a time, which the others do not wait for: a database that
 * hangs makes its own answer old, and nothing else.
 *
 * @param <T> what it answers
 */
final class Latest<T> {

    private static final Logger log = LoggerFactory.getLogger(Latest.class);
    /** Without an answer for so long, it counts as out of reach. */
    private static final Duration TOO_LONG = Duration.ofSeconds(3);

    interface Question<T> {
        T ask() throws Exception;
    }

    private final String name;
    private final InstantSource clock;
    private final Question<T> question;
    private @Nullable Asking asking;
    private @Nullable T answer;
    private boolean reachable = true;

    Latest(String name, InstantSource clock, Question<T> question) {
        this.name = name;
        this.clock = clock;
        this.question = question;
    }

    private record Asking(Instant since, CountDownLatch done) {}

    /** Asks on a thread of its own, unless it is being asked. */
    synchronized void ask() {
        if (asking != null) {
            return;
        }
        Asking started = new Asking(clock.instant(), new CountDownLatch(1));
        asking = started;
        Thread.ofVirtual().name("console-" + name).start(() -> {
            try {
                answered(question.ask(), null);
            } catch (Exception e) {
                answered(null, e);
            } finally {
                started.done().countDown();
            }
        });
    }

    private synchronized void answered(@Nullable T said, @Nullable Exception error) {
        asking = null;
        reachable = error == null;
        if (said != null) {
            answer = said;
        }
        if (error != null) {
            log.debug("{} does not answer the console", name, error);
        }
    }

    /** Waits for the answer to the last question, for so long at most. */
    void await(Duration atMost) throws InterruptedException {
        Asking now;
        synchronized (this) {
            now = asking;
        }
        if (now != null && !now.done().await(Math.max(0, atMost.toMillis()), TimeUnit.MILLISECONDS)) {
            log.debug("{} takes longer than {} to answer the console", name, atMost);
        }
    }

    /** The last answer, which may be old; empty when there was none. */
    synchronized Optional<T> answer() {
        return Optional.ofNullable(answer);
    }

    synchronized boolean isReachable() {
        return reachable
                && (asking == null || Duration.between(asking.since(), clock.instant()).compareTo(TOO_LONG) < 0);
    }
}
