package io.galewatch.sim.checker;

import io.galewatch.sim.ledger.LedgerEntry;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;

/** Which rows of a turbine: those of its seeded history, or all others. */
record RowRange(String condition, List<Instant> bounds) {

    static final RowRange ALL = new RowRange("true", List.of());

    static RowRange within(LedgerEntry.Seeded history) {
        return new RowRange("read_at between ? and ?", List.of(history.from(), history.to()));
    }

    static RowRange outside(LedgerEntry.Seeded history) {
        return new RowRange("(read_at < ? or read_at > ?)", List.of(history.from(), history.to()));
    }

    void bind(PreparedStatement statement, int first) throws SQLException {
        for (int i = 0; i < bounds.size(); i++) {
            statement.setObject(first + i, bounds.get(i).atOffset(ZoneOffset.UTC));
        }
    }
}
