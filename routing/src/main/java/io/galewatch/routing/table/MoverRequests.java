package io.galewatch.routing.table;

import io.galewatch.routing.claim.Grant;
import io.galewatch.routing.table.MoverRequest.Keep;
import io.galewatch.routing.table.MoverRequest.Kind;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The administrators' requests in the routing database: asked by any box, done and answered by the holder of the claim.
 * Methods throw Spring's {@link org.springframework.dao.DataAccessException} when it does not answer.
 */
public final class MoverRequests {

    private static final String COLUMNS = "select id, kind, turbine_id, read_at::text as read_at, keep, requested_by, requested_at, finished_at, outcome from mover_request";

    private final JdbcClient jdbc;

    public MoverRequests(DataSource routing) {
        this.jdbc = JdbcClient.create(routing);
    }

    /** @return its number */
    public long retry(String turbine, String by) {
        return add(Kind.RETRY, turbine, null, null, by);
    }

    /**
     * @param readAt of one reading, in RFC 3339 or as PostgreSQL reads it; null for all of the turbine's
     * @return its number
     */
    public long resolve(String turbine, @Nullable String readAt, Keep keep, String by) {
        return add(Kind.RESOLVE, turbine, readAt, keep, by);
    }

    /** @return its number */
    public long reconcile(String by) {
        return add(Kind.RECONCILE, null, null, null, by);
    }

    private long add(Kind kind, @Nullable String turbine, @Nullable String readAt, @Nullable Keep keep, String by) {
        return jdbc.sql("insert into mover_request (kind, turbine_id, read_at, keep, requested_by)"
                + " values (:kind, :turbine, :at::timestamptz, :keep, :by) returning id").param("kind",
                        kind.label()).param("turbine", turbine).param("at", readAt).param("keep",
                                keep == null ? null : keep.label()).param("by", by).query(Long.class).single();
    }

    /** Those that nobody has answered yet, oldest first. */
    public List<MoverRequest> open() {
        return jdbc.sql(COLUMNS + " where finished_at is null order by id").query((row, n) -> request(row)).list();
    }

    public boolean anyOpen() {
        return jdbc.sql("select exists (select from mover_request where finished_at is null)").query(
                Boolean.class).single();
    }

    public Optional<MoverRequest> find(long id) {
        return jdbc.sql(COLUMNS + " where id = :id").param("id", id).query((row, n) -> request(row)).optional();
    }

    /** Answers a request, once; a later answer changes nothing. */
    public void finish(MoverRequest request, String outcome, Grant grant) {
        jdbc.sql("update mover_request set finished_at = clock_timestamp(), outcome = :outcome, token = :token"
                + " where id = :id and finished_at is null").param("outcome", outcome).param("token",
                        grant.token()).param("id", request.id()).update();
    }

    private static MoverRequest request(ResultSet row) throws SQLException {
        @Nullable
        String keep = row.getString("keep");
        return new MoverRequest(row.getLong("id"), Kind.valueOf(row.getString("kind").toUpperCase(Locale.ROOT)),
                row.getString("turbine_id"), row.getString("read_at"),
                keep == null ? null : Keep.valueOf(keep.toUpperCase(Locale.ROOT)), row.getString("requested_by"),
                instant(row, "requested_at"),
                row.getObject("finished_at") == null ? null : instant(row, "finished_at"), row.getString("outcome"));
    }

    private static Instant instant(ResultSet row, String column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }
}
