package io.galewatch.sim.lab;

import io.galewatch.sim.bench.ForeignCopy;
import io.galewatch.sim.bench.JdbcCopy;
import io.galewatch.sim.bench.MoveTimes;
import io.galewatch.sim.bench.PsqlCopy;
import io.galewatch.sim.bench.UnverifiedMove;
import io.galewatch.sim.postgres.Server;
import io.galewatch.sim.turbines.HistorySeeder;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Moves turbines between two shards: by the mover, verified by content; and the same rows between the same two databases by
 * hand, unverified. Each way starts from tables that were filled anew, vacuumed and checkpointed.
 */
final class MoveBench {

    private static final String TEXT = "";
    private static final String BINARY = "(format binary)";

    private final Fleet fleet;
    private final List<String> turbines;
    private final long rowsEach;
    private final Server source;
    private final Server target;
    private final Instant end;
    private final Consumer<String> say;

    /** What was measured of one set of turbines, the mover first. */
    record Result(List<MoveTimes> times, long bytes, MoverRun.Whole whole) {

        MoveTimes mover() {
            return times.getFirst();
        }

        Optional<MoveTimes> of(String way) {
            return times.stream().filter(one -> one.what().startsWith(way)).findFirst();
        }
    }

    /** @param turbines all at home on {@code source}, and displaced to {@code target} by the next map */
    MoveBench(Fleet fleet, List<String> turbines, long rowsEach, Server source, Server target, Instant end,
            Consumer<String> say) {
        this.fleet = fleet;
        this.turbines = turbines;
        this.rowsEach = rowsEach;
        this.source = source;
        this.target = target;
        this.end = end;
        this.say = say;
    }

    /** @param shards N of the map that displaces the turbines */
    Result run(int shards) throws Exception {
        say.accept("%d turbines with %,d rows each, from %s to %s".formatted(turbines.size(), rowsEach, source.name(),
                target.name()));
        try (Connection from = source.connectAsSuperuserTo(Server.DATABASE);
                Connection to = target.connectAsSuperuserTo(Server.DATABASE)) {
            fill(from, to);
            List<MoveTimes> times = new ArrayList<>();
            settle(from, to);
            MoverRun mover = new MoverRun(fleet, source, target);
            times.add(say(mover.run(shards)));
            for (UnverifiedMove way : byHand(from, to)) {
                refill(from, to);
                settle(from, to);
                times.add(say(way.run(turbines)));
            }
            return new Result(times, mover.bytes(), mover.whole());
        }
    }

    private MoveTimes say(MoveTimes times) {
        say.accept("%s: %.2f s".formatted(times.what(), times.whole()));
        return times;
    }

    private List<UnverifiedMove> byHand(Connection from, Connection to) throws SQLException {
        List<UnverifiedMove> ways = new ArrayList<>();
        String password = fleet.state().require().password(Users.OWNER);
        for (String options : List.of(TEXT, BINARY)) {
            String format = options.isEmpty() ? ", text" : ", binary";
            ways.add(PsqlCopy.psql().map(psql -> new UnverifiedMove("psql" + format, from, to,
                    new PsqlCopy(psql, uri(source), uri(target), password, options))).orElseGet(
                            () -> new UnverifiedMove("psql (not on the PATH: JDBC)" + format, from, to,
                                    new JdbcCopy(from, to, options))));
        }
        if (ForeignCopy.isAvailable(to)) {
            ways.add(new UnverifiedMove("postgres_fdw, target reads", from, to,
                    ForeignCopy.reading(to, Server.DATABASE, source.port(), Users.OWNER, password)));
            ways.add(new UnverifiedMove("postgres_fdw, source writes", from, to,
                    ForeignCopy.writing(from, Server.DATABASE, target.port(), Users.OWNER, password)));
        } else {
            say.accept("postgres_fdw is not among the extensions of " + target.name() + ": not measured");
        }
        return ways;
    }

    private static String uri(Server server) {
        return "postgresql://" + Users.OWNER + "@127.0.0.1:" + server.port() + "/" + Server.DATABASE;
    }

    private void fill(Connection from, Connection to) throws SQLException {
        for (Connection side : List.of(from, to)) {
            execute(side, "truncate public.readings", "drop schema if exists bench cascade",
                    "create schema bench authorization " + Users.OWNER,
                    "create table bench.kept (like public.readings)",
                    "create table bench.readings (like public.readings including all)",
                    "alter table bench.readings owner to " + Users.OWNER);
        }
        try (Connection owner = fleet.databases().asOwner(source)) {
            HistorySeeder seeder = new HistorySeeder(1);
            for (String turbine : turbines) {
                seeder.seed(owner, turbine, rowsEach, end);
            }
        }
        execute(from, "insert into bench.kept select * from public.readings order by turbine_id, read_at");
    }

    private static void refill(Connection from, Connection to) throws SQLException {
        execute(to, "truncate bench.readings");
        execute(from, "truncate bench.readings", "insert into bench.readings select * from bench.kept");
    }

    private static void settle(Connection from, Connection to) throws SQLException {
        for (Connection side : List.of(from, to)) {
            execute(side, "vacuum analyze public.readings", "vacuum analyze bench.readings", "checkpoint");
        }
    }

    private static void execute(Connection connection, String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** Turbines that N = 2 puts on the second shard and N = 1 on the first, as every turbine. */
    static List<String> displaced(Connection shard, List<String> serials, int many) throws SQLException {
        List<String> found = new ArrayList<>();
        try (Statement statement = shard.createStatement()) {
            for (String serial : serials) {
                try (ResultSet row = statement.executeQuery("select turbine_hash('" + serial + "') % 2")) {
                    row.next();
                    if (row.getInt(1) == 1 && found.size() < many) {
                        found.add(serial);
                    }
                }
            }
        }
        return found;
    }
}
