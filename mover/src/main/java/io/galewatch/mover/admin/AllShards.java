package io.galewatch.mover.admin;

import io.galewatch.routing.db.ShardPools;
import io.galewatch.routing.map.ShardId;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Asks every shard the same, at the same time, and tells those that answered from those that did not. */
final class AllShards {

    private final ShardPools pools;

    AllShards(ShardPools pools) {
        this.pools = pools;
    }

    interface Question<T> {
        T ask(ShardId shard, Connection connection) throws SQLException;
    }

    /**
     * @param answered by shard, in index order
     * @param silent why the others did not answer, by shard
     */
    record Answers<T>(SortedMap<ShardId, T> answered, SortedMap<ShardId, Exception> silent) {

        List<String> unreachable() {
            return silent.keySet().stream().map(ShardId::name).toList();
        }
    }

    List<ShardId> all() {
        return pools.shards();
    }

    <T> Answers<T> ask(Question<T> question) {
        SortedMap<ShardId, T> answered = new TreeMap<>();
        SortedMap<ShardId, Exception> silent = new TreeMap<>();
        List<ShardId> shards = pools.shards();
        try (ExecutorService parallel = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<T>> questions = shards.stream().<Callable<T>>map(
                    shard -> () -> ask(shard, question)).toList();
            List<Future<T>> futures = parallel.invokeAll(questions);
            for (int i = 0; i < shards.size(); i++) {
                try {
                    answered.put(shards.get(i), futures.get(i).get());
                } catch (ExecutionException e) {
                    silent.put(shards.get(i), reason(e));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while asking the shards", e);
        }
        return new Answers<>(answered, silent);
    }

    private <T> T ask(ShardId shard, Question<T> question) throws SQLException {
        try (Connection connection = pools.of(shard).getConnection()) {
            return question.ask(shard, connection);
        }
    }

    private static Exception reason(ExecutionException e) {
        return e.getCause() instanceof Exception cause ? cause : e;
    }
}
