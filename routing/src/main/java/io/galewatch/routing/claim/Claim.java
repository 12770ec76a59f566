package io.galewatch.routing.claim;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The claim row of one role: take, renew, mint again, release.
 *
 * <p>
 * Each is a transaction that first locks the row and then, in a second statement, decides by
 * {@code clock_timestamp()}: an expiry computed before a wait for the lock can be long over when the lock is had.
 * Renewing and releasing match token and grant id, so an old grant's can do nothing. An expired grant that nobody has
 * taken yet may be renewed: its row is unchanged, so nobody acted in between.
 *
 * <p>
 * All methods throw Spring's {@link org.springframework.dao.DataAccessException} or
 * {@link org.springframework.transaction.TransactionException} when the database doesn't answer.
 */
public final class Claim {

    private static final String LOCK_WITHOUT_QUEUEING = "select token from mover_claim where role = :role for update skip locked";

    private static final String LOCK = "select token from mover_claim where role = :role for update";

    private static final String PAUSED = "select paused_by, reason from mover_pause";

    /**
     * Free when released, expired, or when the database's clock went back: now before the last renewal, or an expiry
     * further away than a lease.
     */
    private static final String TAKE = """
        update mover_claim c
           set token = greatest(c.token, :floor) + 1, grant_id = :grant, owner = :owner,
               granted_at = t.now, renewed_at = t.now, lease = :lease * interval '1 millisecond',
               expires_at = t.now + :lease * interval '1 millisecond', progress = 0, reason = t.cause
          from (select n.now,
                       case when l.token = 0 then 'first'
                            when l.grant_id is null then 'released'
                            when n.now < l.renewed_at or l.expires_at > n.now + l.lease then 'clock-back'
                            when l.expires_at <= n.now then 'expired'
                       end as cause,
                       case when l.grant_id is not null
                            then greatest(0, extract(epoch from n.now - l.expires_at)) end as vacant
                  from (select clock_timestamp() as now) n, mover_claim l
                 where l.role = :role) t
         where c.role = :role and t.cause is not null
        returning c.token, t.cause, coalesce(t.vacant, 0)::float8 as vacant
        """;

    private static final String RENEW = """
        update mover_claim
           set renewed_at = t.now, lease = :lease * interval '1 millisecond',
               expires_at = t.now + :lease * interval '1 millisecond', progress = :progress, reason = :reason
          from (select clock_timestamp() as now) t
         where role = :role and token = :token and grant_id = :grant
        """;

    private static final String REMINT = """
        update mover_claim
           set token = greatest(token, :above) + 1, grant_id = :newGrant, granted_at = t.now, renewed_at = t.now,
               expires_at = t.now + lease, reason = 'reminted'
          from (select clock_timestamp() as now) t
         where role = :role and token = :token and grant_id = :grant
        returning token
        """;

    private static final String RELEASE = """
        update mover_claim
           set grant_id = null, owner = null, expires_at = t.now, renewed_at = t.now, reason = :reason
          from (select clock_timestamp() as now) t
         where role = :role and token = :token and grant_id = :grant
        """;

    private static final String READ = """
        select token, grant_id, owner, progress, reason,
               coalesce(extract(epoch from expires_at - clock_timestamp()), 0)::float8 as seconds_left
          from mover_claim where role = :role
        """;

    private final String role;
    private final JdbcClient jdbc;
    private final TransactionTemplate transaction;

    /** @param routing a small pool of its own, so that a claim never waits behind other work */
    public Claim(DataSource routing, String role) {
        this.role = role;
        this.jdbc = JdbcClient.create(routing);
        this.transaction = new TransactionTemplate(new JdbcTransactionManager(routing));
    }

    /**
     * Tries to take the claim.
     *
     * @param lease how long without renewal until another may take it
     * @param floor a token known to have been used; the minted one is higher
     */
    public TakeOutcome take(String owner, Duration lease, long floor) {
        return inTransaction(() -> {
            if (jdbc.sql(LOCK_WITHOUT_QUEUEING).param("role", role).query(Long.class).optional().isEmpty()) {
                return new TakeOutcome.Busy();
            }
            Optional<TakeOutcome> paused = jdbc.sql(PAUSED).<TakeOutcome>query(
                    (row, n) -> new TakeOutcome.Paused(row.getString(1), row.getString(2))).optional();
            if (paused.isPresent()) {
                return paused.get();
            }
            UUID grantId = UUID.randomUUID();
            return jdbc.sql(TAKE).param("role", role).param("owner", owner).param("grant", grantId).param("floor",
                    floor).param("lease", lease.toMillis()).<TakeOutcome>query(
                            (row, n) -> new TakeOutcome.Won(
                                    new Grant(role, row.getLong("token"), grantId, owner, lease),
                                    row.getString("cause"), row.getDouble("vacant"))).optional().orElseGet(
                                            this::holder);
        });
    }

    /**
     * Extends the grant by a lease from now.
     *
     * @param progress what the holder has done, so that a holder without progress can be told from one with it
     * @param reason what the holder waits for on purpose; empty when it works
     * @return false when the claim is another's: step down
     */
    public boolean renew(Grant grant, long progress, String reason) {
        return inTransaction(() -> {
            lock();
            return one(jdbc.sql(RENEW).param("role", role).param("token", grant.token()).param("grant",
                    grant.grantId()).param("lease", grant.lease().toMillis()).param("progress", progress).param(
                            "reason", reason).update());
        });
    }

    /**
     * Turns a grant into one with a higher token, for its holder: a shard was found at a token that this routing database
     * should not have minted yet, or has to be sealed again.
     *
     * @param above the highest token seen anywhere
     * @return empty when the claim is another's
     */
    public Optional<Grant> remint(Grant grant, long above) {
        UUID fresh = UUID.randomUUID();
        return inTransaction(() -> {
            lock();
            return jdbc.sql(REMINT).param("role", role).param("token", grant.token()).param("grant",
                    grant.grantId()).param("above", above).param("newGrant", fresh).query(Long.class).optional().map(
                            token -> new Grant(role, token, fresh, grant.owner(), grant.lease()));
        });
    }

    /**
     * Gives the claim back.
     *
     * @return false when it was another's already, which is fine
     */
    public boolean release(Grant grant, String reason) {
        return inTransaction(() -> {
            lock();
            return one(jdbc.sql(RELEASE).param("role", role).param("token", grant.token()).param("grant",
                    grant.grantId()).param("reason", reason).update());
        });
    }

    /** The row as it is. */
    public ClaimState read() {
        return jdbc.sql(READ).param("role", role).query(
                (row, n) -> new ClaimState(row.getLong("token"), row.getObject("grant_id", UUID.class),
                        row.getString("owner"), row.getDouble("seconds_left"), row.getLong("progress"),
                        row.getString("reason"))).single();
    }

    private void lock() {
        jdbc.sql(LOCK).param("role", role).query(Long.class).single();
    }

    private TakeOutcome holder() {
        ClaimState state = read();
        String owner = state.owner();
        return new TakeOutcome.Held(owner == null ? "nobody" : owner, state.token());
    }

    private <T> T inTransaction(java.util.function.Supplier<T> work) {
        @Nullable
        T result = transaction.execute(status -> work.get());
        if (result == null) {
            throw new IllegalStateException("a claim statement has an answer");
        }
        return result;
    }

    private boolean one(int rows) {
        return switch (rows) {
            case 0 -> false;
            case 1 -> true;
            default -> throw new IllegalStateException("mover_claim has " + rows + " rows for role " + role);
        };
    }
}
