package io.galewatch.sim.bench;

import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.sql.Connection;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import org.postgresql.PGConnection;

/** The same as {@link PsqlCopy} where there is no psql: one COPY into the other, in this process. */
public final class JdbcCopy implements UnverifiedMove.Copy {

    private static final int PIPE_BYTES = 1 << 20;

    private final Connection source;
    private final Connection target;
    private final String options;

    public JdbcCopy(Connection source, Connection target, String options) {
        this.source = source;
        this.target = target;
        this.options = options;
    }

    @Override
    public void copy(String turbine) throws Exception {
        try (PipedInputStream end = new PipedInputStream(PIPE_BYTES);
                PipedOutputStream start = new PipedOutputStream(end);
                ExecutorService reader = Executors.newSingleThreadExecutor()) {
            Future<Long> read = reader.submit(() -> {
                try (start) {
                    return source.unwrap(PGConnection.class).getCopyAPI().copyOut("copy (select * from "
                            + UnverifiedMove.TABLE + " where turbine_id = '" + turbine
                            + "' order by read_at) to stdout " + options, start);
                }
            });
            target.unwrap(PGConnection.class).getCopyAPI().copyIn(
                    "copy " + UnverifiedMove.TABLE + " from stdin " + options, end);
            read.get();
        }
    }
}
