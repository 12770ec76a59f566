package io.galewatch.sim.lab;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Does the same with several things at once and waits for all of them. */
public final class Together {

    /** What is done with each. */
    @FunctionalInterface
    public interface Action<T> {

        void accept(T item) throws Exception;
    }

    private Together() {}

    public static <T> void forEach(Collection<? extends T> items, Action<T> action) {
        List<Callable<Boolean>> tasks = new ArrayList<>();
        items.forEach(item -> tasks.add(() -> {
            action.accept(item);
            return Boolean.TRUE;
        }));
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Boolean> done : threads.invokeAll(tasks)) {
                done.get();
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException own) {
                throw own;
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
