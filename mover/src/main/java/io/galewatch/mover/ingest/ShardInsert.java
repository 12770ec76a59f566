package io.galewatch.mover.ingest;

import io.galewatch.routing.map.ShardMap;
import io.galewatch.routing.read.Channel;
import io.galewatch.routing.read.Reading;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Stores readings on a shard: one statement, one round trip, and in auto-commit one transaction, so that no client that
 * freezes can hold the map. The answer is read to its end, and the end comes after the commit.
 */
final class ShardInsert {

    private static final int FIXED = 4;

    private static final String STORE = "select pos, outcome from ingest_readings("
            + String.join(", ", Collections.nCopies(FIXED + Channel.ALL.size(), "?")) + ")";

    private ShardInsert() {}

    /** @return one verdict for each reading, in their order */
    static Verdict[] store(Connection connection, ShardMap map, List<Reading> readings) throws SQLException {
        Verdict[] verdicts = new Verdict[readings.size()];
        Arrays.fill(verdicts, Verdict.ACCEPTED);
        connection.setAutoCommit(true);
        try (PreparedStatement statement = connection.prepareStatement(STORE)) {
            bind(statement, connection, map, readings);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    verdicts[row.getInt(1) - 1] = verdict(row.getString(2));
                }
            }
        }
        return verdicts;
    }

    private static void bind(PreparedStatement statement, Connection connection, ShardMap map, List<Reading> readings)
            throws SQLException {
        statement.setLong(1, map.epoch());
        statement.setObject(2, map.mapId());
        statement.setArray(3, connection.createArrayOf("text", readings.stream().map(Reading::turbine).toArray(
                String[]::new)));
        statement.setArray(4, connection.createArrayOf("timestamptz", readings.stream().map(
                reading -> reading.at().toString()).toArray(String[]::new)));
        for (Channel channel : Channel.ALL) {
            statement.setArray(FIXED + 1 + channel.ordinal(), column(connection, channel, readings));
        }
    }

    private static Array column(Connection connection, Channel channel, List<Reading> readings) throws SQLException {
        if (channel.isSingle()) {
            @Nullable
            Float[] singles = new Float[readings.size()];
            for (int i = 0; i < singles.length; i++) {
                if (readings.get(i).values().has(channel)) {
                    singles[i] = (float) readings.get(i).values().get(channel).orElseThrow();
                }
            }
            return connection.createArrayOf("float4", singles);
        }
        @Nullable
        Double[] doubles = new Double[readings.size()];
        for (int i = 0; i < doubles.length; i++) {
            if (readings.get(i).values().has(channel)) {
                doubles[i] = readings.get(i).values().get(channel).orElseThrow();
            }
        }
        return connection.createArrayOf("float8", doubles);
    }

    private static Verdict verdict(String outcome) {
        return switch (outcome) {
            case "duplicate" -> Verdict.DUPLICATE;
            case "conflict" -> Verdict.CONFLICT;
            default -> throw new IllegalStateException("ingest_readings answered '" + outcome + "'");
        };
    }
}
