package io.galewatch.sim.checker;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Walks the rows of one turbine on one shard in the order of their instants, a bounded number in memory. */
final class ShardCursor implements AutoCloseable {

    private static final int FETCH_ROWS = 5_000;
    private static final String QUERY = """
        select (extract(epoch from read_at) * 1000000)::bigint, %s
          from readings
         where turbine_id = ? and %%s
         order by read_at
        """.formatted(RowDigest.EXPRESSION);

    private final PreparedStatement statement;
    private final ResultSet rows;
    private boolean onRow;

    private ShardCursor(PreparedStatement statement, ResultSet rows) throws SQLException {
        this.statement = statement;
        this.rows = rows;
        this.onRow = rows.next();
    }

    static ShardCursor open(Connection shard, String turbine, RowRange range) throws SQLException {
        PreparedStatement statement = shard.prepareStatement(QUERY.formatted(range.condition()));
        statement.setFetchSize(FETCH_ROWS);
        statement.setString(1, turbine);
        range.bind(statement, 2);
        return new ShardCursor(statement, statement.executeQuery());
    }

    boolean onRow() {
        return onRow;
    }

    long micros() throws SQLException {
        return rows.getLong(1);
    }

    long digest() throws SQLException {
        return rows.getLong(2);
    }

    void advance() throws SQLException {
        onRow = rows.next();
    }

    @Override
    public void close() throws SQLException {
        statement.close();
    }
}
