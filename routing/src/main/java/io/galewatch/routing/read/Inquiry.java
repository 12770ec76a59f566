package io.galewatch.routing.read;

import io.galewatch.routing.db.Failure;
import io.galewatch.routing.db.ShardPools;
import io.galewatch.routing.map.ShardId;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Puts a question to several shards at the same time. Each answers within its pool's time limits, or is silent. */
final class Inquiry {

    /** What came back from one shard. */
    sealed interface Reply {

        record Answered(ShardAnswer answer) implements Reply {}

        record Silent(ShardId shard, Throwable cause) implements Reply {}
    }

    private static final int TRIES = 2;

    private final ShardPools pools;

    Inquiry(ShardPools pools) {
        this.pools = pools;
    }

    List<ShardId> known() {
        return pools.shards();
    }

    List<Reply> ask(List<ShardId> shards, Question question) {
        if (shards.size() <= 1) {
            return shards.stream().map(shard -> ask(shard, question)).toList();
        }
        try (ExecutorService parallel = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Reply>> pending = shards.stream().map(
                    shard -> parallel.submit(() -> ask(shard, question))).toList();
            List<Reply> replies = new ArrayList<>();
            for (Future<Reply> one : pending) {
                replies.add(one.get());
            }
            return replies;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return shards.stream().<Reply>map(shard -> new Reply.Silent(shard, e)).toList();
        } catch (ExecutionException e) {
            throw new IllegalStateException("asking " + shards + " about turbine '" + question.turbine() + "'",
                    e.getCause());
        }
    }

    private Reply ask(ShardId shard, Question question) {
        if (!pools.knows(shard)) {
            return new Reply.Silent(shard, new IllegalStateException("it has no address here"));
        }
        SQLException last = new SQLException("not asked");
        for (int attempt = 0; attempt < TRIES; attempt++) {
            try (Connection connection = pools.of(shard).getConnection()) {
                return new Reply.Answered(question.ask(connection, shard));
            } catch (SQLException e) {
                last = e;
                // After a restart of its database the pool can hand out a dead connection once.
                Failure failure = Failure.of(e);
                if (e instanceof java.sql.SQLTransientConnectionException
                        || (failure != Failure.CONNECTION && failure != Failure.RETRY)) {
                    break;
                }
            }
        }
        return new Reply.Silent(shard, last);
    }
}
