package io.galewatch.sim.bench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.Collections;
import java.util.SplittableRandom;

import org.postgresql.PGConnection;

/** Stores readings straight in a shard, one batch per statement and transaction, without HTTP and without a box. */
public final class DirectSender implements Sender {

    private static final int CHANNELS = 15;
    private static final String COLUMNS = "turbine_id, read_at, wind_speed, wind_direction, air_temperature, air_pressure,"
            + " rotor_speed, generator_speed, pitch_angle, nacelle_direction, gearbox_oil_temperature,"
            + " generator_temperature, grid_voltage, grid_frequency, active_power, reactive_power, energy_total";
    private static final String CALL = "select pos, outcome from ingest_readings(%d, '%s', ?, ?"
            + String.join("", Collections.nCopies(CHANNELS, ", ?")) + ")";
    private static final String INSERT = "insert into %s (" + COLUMNS + ") select * from unnest(?, ?"
            + String.join("", Collections.nCopies(CHANNELS, ", ?")) + ")";

    private final Connection connection;
    private final PreparedStatement statement;
    private final boolean answers;
    private final Batches batches;
    private final Values values = new Values(new SplittableRandom(1));

    private DirectSender(Connection connection, String sql, boolean answers, Batches batches) throws SQLException {
        this.connection = connection;
        this.statement = connection.prepareStatement(sql);
        this.answers = answers;
        this.batches = batches;
    }

    /** The same call as boxes make, under the map that the shard obeys now. */
    public static DirectSender calling(Connection ingest, Batches batches) throws SQLException {
        try (PreparedStatement map = ingest.prepareStatement("select epoch, map_id::text from shard_map");
                ResultSet row = map.executeQuery()) {
            row.next();
            return new DirectSender(ingest, CALL.formatted(row.getLong(1), row.getString(2)), true, batches);
        }
    }

    /** A plain insert into a table of the same columns and key, which knows no map and no home. */
    public static DirectSender inserting(Connection connection, String table, Batches batches) throws SQLException {
        return new DirectSender(connection, INSERT.formatted(table), false, batches);
    }

    @Override
    public int send() throws SQLException, NotTaken {
        Batch batch = batches.next();
        Timestamp[] instants = new Timestamp[batch.size()];
        for (int i = 0; i < instants.length; i++) {
            instants[i] = Timestamp.from(batch.instants()[i]);
        }
        statement.setArray(1, connection.createArrayOf("text", batch.turbines()));
        statement.setArray(2, connection.createArrayOf("timestamptz", instants));
        PGConnection arrays = connection.unwrap(PGConnection.class);
        int parameter = 3;
        for (int channel = 0; channel < values.singles(); channel++) {
            statement.setArray(parameter++, arrays.createArrayOf("float4", values.single(channel, batch)));
        }
        for (int channel = 0; channel < values.doubles(); channel++) {
            statement.setArray(parameter++, arrays.createArrayOf("float8", values.doubled(channel, batch)));
        }
        if (!answers) {
            statement.executeUpdate();
            return batch.size();
        }
        try (ResultSet notStored = statement.executeQuery()) {
            if (notStored.next()) {
                throw new NotTaken(notStored.getString(2));
            }
        }
        return batch.size();
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
