package io.galewatch.mover.move;

import io.galewatch.routing.fence.FencedException;
import java.sql.Types;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Keeps the evidence that this box was fenced, in the routing database: a counter in memory is gone with the box. While
 * that database is away the evidence waits here, bounded.
 */
final class FencedRejections {

    private static final Logger log = LoggerFactory.getLogger(FencedRejections.class);

    private static final String INSERT = """
          insert into fenced_rejection (id, box, shard, step, turbine_id, own_token, own_grant, stored_token, stored_grant, stored_owner)
          values (:id, :box, :shard, :step, :turbine, :ownToken, :ownGrant, :storedToken, :storedGrant, :storedOwner)
        on conflict do nothing
          """;

    private record Evidence(UUID id, String box, Step step, @Nullable String turbine, FencedException fenced) {}

    private final JdbcClient routing;
    private final BlockingQueue<Evidence> unwritten = new ArrayBlockingQueue<>(1_000);

    FencedRejections(DataSource routing) {
        this.routing = JdbcClient.create(routing);
    }

    void add(String box, Step step, @Nullable String turbine, FencedException fenced) {
        if (!unwritten.offer(new Evidence(UUID.randomUUID(), box, step, turbine, fenced))) {
            log.error("evidence of a fenced rejection is dropped, a thousand are waiting for the routing database",
                    fenced);
        }
        flush();
    }

    /** Writes what can be written. */
    void flush() {
        for (Evidence one = unwritten.peek(); one != null; one = unwritten.peek()) {
            FencedException fenced = one.fenced();
            try {
                routing.sql(INSERT).param("id", one.id()).param("box", one.box()).param("shard",
                        fenced.shard().name()).param("step", one.step().label()).param("turbine", one.turbine(),
                                Types.VARCHAR).param("ownToken", fenced.seal().grant().token()).param("ownGrant",
                                        fenced.seal().grant().grantId()).param("storedToken",
                                                fenced.storedToken()).param("storedGrant", fenced.storedGrant()).param(
                                                        "storedOwner", fenced.storedOwner()).update();
            } catch (DataAccessException e) {
                log.debug("evidence of a fenced rejection waits for the routing database", e);
                return;
            }
            unwritten.remove();
        }
    }
}
