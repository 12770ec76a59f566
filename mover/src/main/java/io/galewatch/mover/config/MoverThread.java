package io.galewatch.mover.config;

import io.galewatch.mover.move.MoverLoop;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Runs the mover on a thread of its own. At the end it is stopped and joined while the pools are still open: it ends its
 * batch, gives the claim back, and only then do the pools close.
 */
@Component
final class MoverThread implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(MoverThread.class);

    private final MoverLoop loop;
    private final long joinMillis;
    private volatile @Nullable Thread running;

    MoverThread(MoverLoop loop, BoxProperties box) {
        this.loop = loop;
        this.joinMillis = box.move().stepLimit().plus(box.claim().timeout().multipliedBy(2)).toMillis();
    }

    @Override
    public void start() {
        Thread thread = Thread.ofPlatform().name("mover").daemon().unstarted(loop);
        running = thread;
        thread.start();
    }

    @Override
    public void stop() {
        Thread thread = running;
        running = null;
        loop.stop();
        if (thread != null) {
            try {
                thread.join(joinMillis);
                if (thread.isAlive()) {
                    log.warn("the mover did not end its batch in {} ms; its claim lapses with the lease", joinMillis);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public boolean isRunning() {
        return running != null;
    }

    /** After the map is known, and stopped before anything else. */
    @Override
    public int getPhase() {
        return Integer.MAX_VALUE;
    }
}
