package io.galewatch.sim.checker;

import io.galewatch.sim.ledger.LedgerReader;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/**
 * Judges the outcome: everything that the ledger promises exists exactly once, on its home, with the values it had. Looks
 * at every database it is given, also those beyond N. The memory it takes is bounded by the ledger's share of a group of
 * turbines, whatever a turbine's history.
 */
public final class Checker {

    /** A line becomes 16 bytes, about an eighth. */
    private static final long LEDGER_BYTES_AT_ONCE = 512L * 1024 * 1024;

    /** Skips from serial to serial through the key; a plain DISTINCT would read every row. */
    private static final String STORED_TURBINES = """
        with recursive stored as (
            (select turbine_id from readings order by turbine_id limit 1)
            union all
            select (select turbine_id from readings where turbine_id > stored.turbine_id order by turbine_id limit 1)
              from stored
             where stored.turbine_id is not null)
        select turbine_id from stored where turbine_id is not null
        """;

    private final List<ShardAccess> shards;
    private final int divisor;
    private final int workers;

    /** All shards there are, and the N by which homes are computed. */
    public Checker(List<ShardAccess> shards, int divisor, int workers) {
        this.shards = shards.stream().sorted(Comparator.comparingInt(ShardAccess::index)).toList();
        this.divisor = divisor;
        this.workers = workers;
        if (!IntStream.range(0, shards.size()).allMatch(index -> this.shards.get(index).index() == index)) {
            throw new IllegalArgumentException("every shard is needed, in the order of its index: " + shards);
        }
    }

    public Findings check(LedgerReader ledger) throws SQLException, InterruptedException {
        Findings findings = Findings.NONE;
        int groups = (int) (ledger.bytes() / LEDGER_BYTES_AT_ONCE) + 1;
        // Promises are read before rows: a reading acknowledged meanwhile is then unexpected, and not lost.
        for (int group = 0; group < groups; group++) {
            int current = group;
            Promises promises = Promises.read(ledger, turbine -> group(turbine, groups) == current);
            Collection<String> turbines = new TreeSet<>(promises.turbines());
            storedTurbines().stream().filter(turbine -> group(turbine, groups) == current).forEach(turbines::add);
            findings = findings.plus(checkAll(turbines, promises));
        }
        return findings;
    }

    private static int group(String turbine, int groups) {
        return Math.floorMod(turbine.hashCode(), groups);
    }

    private Collection<String> storedTurbines() throws SQLException {
        Collection<String> turbines = new TreeSet<>();
        for (ShardAccess shard : shards) {
            try (Connection connection = shard.connect();
                    Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery(STORED_TURBINES)) {
                while (row.next()) {
                    turbines.add(row.getString(1));
                }
            }
        }
        return turbines;
    }

    private Findings checkAll(Collection<String> turbines, Promises promises)
            throws SQLException, InterruptedException {
        Queue<String> waiting = new ConcurrentLinkedQueue<>(turbines);
        List<Callable<Findings>> tasks = IntStream.range(0, workers).<Callable<Findings>>mapToObj(
                worker -> () -> work(waiting, promises)).toList();
        Findings findings = Findings.NONE;
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Findings> part : threads.invokeAll(tasks)) {
                findings = findings.plus(part.get());
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof SQLException sql) {
                throw sql;
            }
            throw new IllegalStateException("the check failed", e);
        }
        return findings;
    }

    private Findings work(Queue<String> waiting, Promises promises) throws SQLException {
        List<Connection> connections = new ArrayList<>();
        try {
            for (ShardAccess shard : shards) {
                connections.add(shard.connect());
            }
            TurbineCheck check = new TurbineCheck(connections, divisor);
            Findings findings = Findings.NONE;
            for (String turbine = waiting.poll(); turbine != null; turbine = waiting.poll()) {
                findings = findings.plus(
                        check.check(turbine, promises.seeded(turbine), promises.acknowledged(turbine)));
            }
            return findings;
        } finally {
            for (Connection connection : connections) {
                connection.close();
            }
        }
    }
}
