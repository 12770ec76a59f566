package io.galewatch.sim.checker;

import io.galewatch.sim.ledger.LedgerEntry;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** Checks one turbine on all shards. The position of a connection in the list is the index of its shard. */
final class TurbineCheck {

    private static final String HOME = """
        select ('x' || encode(substring(sha256(convert_to(?, 'UTF8')), 1, 4), 'hex'))::bit(32)::bigint % ?
        """;
    private static final String SUMMARY = """
        select count(*), coalesce(sum(digest), 0)
          from (select %s as digest from readings where turbine_id = ? and %%s) as stored
        """.formatted(RowDigest.EXPRESSION);

    private final List<Connection> shards;
    private final int divisor;

    TurbineCheck(List<Connection> shards, int divisor) {
        this.shards = shards;
        this.divisor = divisor;
    }

    Findings check(String turbine, Optional<LedgerEntry.Seeded> seeded, AcknowledgedReadings acknowledged)
            throws SQLException {
        Tally tally = new Tally(turbine);
        int home = home(turbine);
        if (seeded.isPresent()) {
            LedgerEntry.Seeded history = seeded.get();
            tally.expect(history.rows());
            if (!historyIsAtHome(history, home)) {
                examineHistory(history, home, tally);
            }
        }
        tally.expect(acknowledged.size());
        RowRange live = seeded.map(RowRange::outside).orElse(RowRange.ALL);
        compareReadings(turbine, live, acknowledged, home, tally);
        for (Connection shard : shards) {
            shard.rollback(); // Ends the read; each turbine is looked at in a new snapshot.
        }
        return tally.findings();
    }

    private int home(String turbine) throws SQLException {
        try (PreparedStatement statement = shards.getFirst().prepareStatement(HOME)) {
            statement.setString(1, turbine);
            statement.setInt(2, divisor);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getInt(1);
            }
        }
    }

    /** The usual case, decided by one aggregate on each shard: all of it at home, nothing anywhere else. */
    private boolean historyIsAtHome(LedgerEntry.Seeded history, int home) throws SQLException {
        RowRange range = RowRange.within(history);
        for (int index = 0; index < shards.size(); index++) {
            try (PreparedStatement statement = shards.get(index).prepareStatement(
                    SUMMARY.formatted(range.condition()))) {
                statement.setString(1, history.turbine());
                range.bind(statement, 2);
                try (ResultSet row = statement.executeQuery()) {
                    row.next();
                    long rows = index == home ? history.rows() : 0;
                    BigDecimal digest = index == home ? history.digest() : BigDecimal.ZERO;
                    if (row.getLong(1) != rows || row.getBigDecimal(2).compareTo(digest) != 0) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    private void examineHistory(LedgerEntry.Seeded history, int home, Tally tally) throws SQLException {
        long distinct = 0;
        BigDecimal digest = BigDecimal.ZERO;
        try (StoredRows rows = StoredRows.open(shards, history.turbine(), RowRange.within(history))) {
            for (Optional<StoredRow> next = rows.next(); next.isPresent(); next = rows.next()) {
                StoredRow row = next.get();
                distinct++;
                digest = digest.add(BigDecimal.valueOf(row.digest(home)));
                tally.whereabouts(row, home);
                if (!row.copiesAgree()) {
                    tally.changed(Tally.at(row.micros()) + " has other values on another shard");
                }
            }
        }
        if (distinct < history.rows()) {
            tally.lost(history.rows() - distinct,
                    "%d of the %d seeded rows".formatted(history.rows() - distinct, history.rows()));
        } else if (distinct > history.rows()) {
            tally.unexpected(distinct - history.rows());
        } else if (digest.compareTo(history.digest()) != 0) {
            tally.changed("seeded history has other values than before");
        }
    }

    private void compareReadings(String turbine, RowRange range, AcknowledgedReadings promised, int home, Tally tally)
            throws SQLException {
        int position = 0;
        try (StoredRows rows = StoredRows.open(shards, turbine, range)) {
            for (Optional<StoredRow> next = rows.next(); next.isPresent(); next = rows.next()) {
                StoredRow row = next.get();
                for (; position < promised.size() && promised.micros(position) < row.micros(); position++) {
                    tally.lost(1, "acknowledged " + Tally.at(promised.micros(position)));
                }
                tally.whereabouts(row, home);
                if (position < promised.size() && promised.micros(position) == row.micros()) {
                    long digest = promised.digest(position++);
                    if (row.copies().values().stream().anyMatch(copy -> copy != digest)) {
                        tally.changed("acknowledged " + Tally.at(row.micros()) + " has other values");
                    }
                } else {
                    tally.unexpected(1);
                }
            }
        }
        for (; position < promised.size(); position++) {
            tally.lost(1, "acknowledged " + Tally.at(promised.micros(position)));
        }
    }
}
