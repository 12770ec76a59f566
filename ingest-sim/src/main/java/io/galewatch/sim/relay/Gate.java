package io.galewatch.sim.relay;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Where every chunk of a relay passes: holds the behaviour in force, and the chunks that it makes wait. */
final class Gate {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private volatile Behaviour behaviour = Behaviour.PASS;

    Behaviour behaviour() {
        return behaviour;
    }

    void set(Behaviour next) {
        lock.lock();
        try {
            behaviour = next;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Returns when a chunk that arrived at this nano time may go on, with the behaviour that let it. */
    Behaviour await(Direction direction, long arrivedNanos) throws InterruptedException {
        Behaviour now = behaviour;
        if (now == Behaviour.PASS) {
            return now; // The path of every byte that no scenario has touched takes no lock.
        }
        lock.lock();
        try {
            for (now = behaviour; !now.cut(); now = behaviour) {
                long early = arrivedNanos + now.delay().toNanos() - System.nanoTime();
                if (now.stalled().contains(direction)) {
                    changed.await();
                } else if (early > 0) {
                    changed.await(early, TimeUnit.NANOSECONDS);
                } else {
                    break;
                }
            }
            return now;
        } finally {
            lock.unlock();
        }
    }

    /** Takes the order to lose one answer, for one connection only. */
    boolean takeOrderToLose(String text) {
        lock.lock();
        try {
            if (text.isEmpty() || !behaviour.loseAnswerTo().equals(text)) {
                return false;
            }
            behaviour = Behaviour.PASS;
            changed.signalAll();
            return true;
        } finally {
            lock.unlock();
        }
    }
}
