package io.galewatch.mover.move;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Reads from one shard while the working thread is busy with another one. Only reading: whatever changes a shard, or looks
 * after the lease, is done by the working thread itself.
 *
 * <p>
 * On a platform thread: a virtual one would be parked and woken for every buffer that it reads.
 */
final class ReadAhead implements AutoCloseable {

    private final ExecutorService threads = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().name(Thread.currentThread().getName() + " read-ahead").daemon().factory());

    /** What is being read. */
    record Result<T>(Future<T> future) {

        /**
         * Waits for it; bounded by the watchdog of the session that reads.
         *
         * @throws RuntimeException what reading threw
         */
        T await() {
            try {
                return future.get();
            } catch (ExecutionException e) {
                if (e.getCause() instanceof RuntimeException cause) {
                    throw cause;
                }
                throw new IllegalStateException("reading ahead failed", e.getCause());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new HandOverException("interrupted");
            }
        }
    }

    <T> Result<T> of(Callable<T> reading) {
        return new Result<>(threads.submit(reading));
    }

    /** Waits until nothing is being read any more. */
    @Override
    public void close() {
        threads.close();
    }
}
