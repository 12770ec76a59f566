package io.galewatch.sim.bench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/**
 * What somebody does by hand: copy a turbine, count it on both sides, delete it at the source; without a fence, without a
 * look at the content, in tables that have a key and no triggers.
 */
public final class UnverifiedMove {

    /** Of the columns and the key of {@code readings}, on both sides. */
    public static final String TABLE = "bench.readings";
    private static final String COUNT = "select count(*) from " + TABLE + " where turbine_id = ?";
    private static final String DELETE = "delete from " + TABLE + " where turbine_id = ?";

    private final String what;
    private final Connection source;
    private final Connection target;
    private final Copy copy;

    /** One way to copy a turbine from the table at the source to that at the target. */
    @FunctionalInterface
    public interface Copy {

        void copy(String turbine) throws Exception;
    }

    /** @param source and the target in auto-commit, as the owner of the tables */
    public UnverifiedMove(String what, Connection source, Connection target, Copy copy) {
        this.what = what;
        this.source = source;
        this.target = target;
        this.copy = copy;
    }

    /** Moves one turbine after the other. */
    public MoveTimes run(List<String> turbines) throws Exception {
        long rows = 0;
        long copying = 0;
        long counting = 0;
        long deleting = 0;
        for (String turbine : turbines) {
            long start = System.nanoTime();
            copy.copy(turbine);
            long copied = System.nanoTime();
            long there = count(source, turbine);
            if (count(target, turbine) != there) {
                throw new IllegalStateException(what + ": " + turbine + " is not complete on the target");
            }
            long counted = System.nanoTime();
            try (PreparedStatement statement = source.prepareStatement(DELETE)) {
                statement.setString(1, turbine);
                rows += statement.executeUpdate();
            }
            copying += copied - start;
            counting += counted - copied;
            deleting += System.nanoTime() - counted;
        }
        return new MoveTimes(what, rows, copying / 1e9, counting / 1e9, deleting / 1e9,
                (copying + counting + deleting) / 1e9);
    }

    private static long count(Connection connection, String turbine) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(COUNT)) {
            statement.setString(1, turbine);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }
}
