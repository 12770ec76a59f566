package io.galewatch.sim.lab;

import io.galewatch.sim.bench.MoveTimes;
import io.galewatch.sim.postgres.Server;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;

/** One rebalance by the fleet's mover, measured by the journals of both shards and by the box's own timers. */
final class MoverRun {

    private static final String JOURNAL = """
        select coalesce(sum(rows_moved), 0), coalesce(sum(bytes_moved), 0),
               extract(epoch from min(started_at))::float8, extract(epoch from max(finished_at))::float8
          from turbine_move
         where epoch = %d and %s = %d
        """;

    private final Fleet fleet;
    private final Server source;
    private final Server target;
    private Optional<Side> copied = Optional.empty();
    private Optional<Evidence> evidence = Optional.empty();

    /** One side's journal. */
    private record Side(long rows, long bytes, double start, double end) {}

    /** @param seconds from the acceptance of the rebalance until it was complete */
    record Whole(double seconds) {}

    MoverRun(Fleet fleet, Server source, Server target) {
        this.fleet = fleet;
        this.source = source;
        this.target = target;
    }

    MoveTimes run(int shards) throws SQLException, InterruptedException {
        double copy = timer("copy");
        double verify = timer("verify");
        double delete = timer("delete");
        Rebalancing rebalancing = new Rebalancing(fleet);
        rebalancing.start(shards);
        rebalancing.awaitComplete();
        Evidence found = Evidence.read(fleet.databases());
        Side arrived = side(target, found.epoch(), "target");
        Side left = side(source, found.epoch(), "source");
        if (arrived.rows() != left.rows()) {
            throw new IllegalStateException("copied %d rows and deleted %d".formatted(arrived.rows(), left.rows()));
        }
        evidence = Optional.of(found);
        copied = Optional.of(arrived);
        return new MoveTimes("mover, verified by content", arrived.rows(), timer("copy") - copy,
                timer("verify") - verify, timer("delete") - delete, left.end() - arrived.start());
    }

    long bytes() {
        return copied.orElseThrow().bytes();
    }

    Whole whole() {
        return new Whole(evidence.orElseThrow().seconds());
    }

    private Side side(Server server, long epoch, String column) throws SQLException {
        int index = fleet.databases().shards().indexOf(server);
        try (Connection connection = fleet.databases().asReader(server);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(JOURNAL.formatted(epoch, column, index))) {
            row.next();
            return new Side(row.getLong(1), row.getLong(2), row.getDouble(3), row.getDouble(4));
        }
    }

    /** Seconds that all boxes' movers have spent in batches or windows of a step. */
    private double timer(String step) {
        double seconds = 0;
        for (Box box : fleet.boxes()) {
            try (InputStream page = box.url().resolve("/actuator/prometheus").toURL().openStream()) {
                seconds += new String(page.readAllBytes(), StandardCharsets.UTF_8).lines().filter(
                        line -> line.startsWith("galewatch_mover_batch_seconds_sum{")
                                && line.contains("step=\"" + step + "\"")).mapToDouble(
                                        line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1))).sum();
            } catch (IOException e) {
                throw new IllegalStateException("cannot ask " + box.name() + " for its metrics", e);
            }
        }
        return seconds;
    }
}
