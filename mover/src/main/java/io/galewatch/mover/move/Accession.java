package io.galewatch.mover.move;

import io.galewatch.mover.move.Interruption.Point;
import io.galewatch.routing.db.Failure;
import io.galewatch.routing.fence.Fence;
import io.galewatch.routing.fence.SealOutcome;
import io.galewatch.routing.map.ShardId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A new holder's first act: on every shard in reach it ends the sessions of earlier grants and raises the fence to its own,
 * before it reads anything there. A shard that is out of reach holds up only the moves that touch it.
 */
final class Accession {

    private static final Logger log = LoggerFactory.getLogger(Accession.class);

    private final Move.Tools tools;
    /** Which database a shard turned out to be: two addresses of one would make the mover delete what it just copied. */
    private final Map<String, ShardId> databases = new HashMap<>();
    /** Sealed under this grant before: a fence that can be raised to it a second time went back in between. */
    private final Set<ShardId> sealedOnce = new HashSet<>();
    private final Map<ShardId, String> outOfReach = new TreeMap<>();

    Accession(Move.Tools tools) {
        this.tools = tools;
    }

    /**
     * Seals every shard that is not sealed yet.
     *
     * @throws RemintException a shard obeys a token that the claim should not have minted yet
     * @throws ClaimLostException the claim is another's
     */
    void sealMissing() {
        for (ShardId shard : tools.sessions().shards()) {
            if (!tools.batches().mayActOn(shard)) {
                seal(shard);
                tools.interruption().at(Point.ONE_SHARD_SEALED);
            }
        }
    }

    boolean everyShardIsSealed() {
        return tools.sessions().shards().stream().allMatch(tools.batches()::mayActOn);
    }

    /** The shards that are not sealed, and why; empty text when all are. */
    String outOfReach() {
        return outOfReach.entrySet().stream().map(entry -> entry.getKey() + " (" + entry.getValue() + ")").collect(
                Collectors.joining(", "));
    }

    /** Stops acting on a shard until it is sealed again. */
    void leave(ShardId shard, String reason) {
        tools.batches().leave(shard);
        databases.values().remove(shard);
        outOfReach.put(shard, reason);
        tools.metrics().leftAlone(shard, true);
        log.warn("{} is left alone until it answers again: {}. Moves that do not touch it go on", shard, reason);
    }

    private void seal(ShardId shard) {
        try {
            long deadline = tools.nanoTime().getAsLong() + tools.settings().stepLimit().toNanos();
            while (!sealOnce(shard)) {
                if (tools.nanoTime().getAsLong() > deadline) {
                    leave(shard, "its fence row stays locked, although sessions of other grants were ended");
                    return;
                }
            }
        } catch (ShardFailureException e) {
            tools.metrics().seal(shard, "unreachable");
            if (e.failure() == Failure.IDENTITY) {
                log.error("{} is not acted on: {}", shard, e.reason());
            }
            leave(shard, e.reason());
        }
    }

    private boolean sealOnce(ShardId shard) {
        tools.lease().proveHeld();
        SealOutcome outcome = tools.sessions().reading(shard, connection -> {
            refuseSecondAddress(connection, shard);
            int evicted = Fence.evictOthers(connection, tools.grant());
            tools.metrics().evicted(shard, evicted);
            if (evicted > 0) {
                log.info("{}: ended {} sessions of earlier grants", shard, evicted);
            }
            return Fence.seal(connection, shard, tools.grant(), (int) tools.settings().sealLockTimeout().toMillis());
        });
        return switch (outcome) {
            case SealOutcome.Sealed sealed -> {
                if (!sealedOnce.add(shard) && !sealed.earlier()) {
                    throw new RemintException(shard + " was put back to before our own seal", tools.grant().token());
                }
                tools.batches().sealed(sealed.seal());
                outOfReach.remove(shard);
                tools.metrics().leftAlone(shard, false);
                tools.metrics().seal(shard, sealed.earlier() ? "earlier" : "sealed");
                tools.metrics().sealedAt(shard, tools.grant().token());
                log.info("{} sealed{}", shard, sealed.earlier() ? " (by our own earlier seal)" : "");
                yield true;
            }
            case SealOutcome.Locked locked -> {
                tools.metrics().seal(shard, "locked");
                yield false;
            }
            case SealOutcome.Refused refused -> throw refused(shard, refused);
        };
    }

    /** Either a newer grant is there, and asking the claim tells so; or the routing database went back in time. */
    private MoveException refused(ShardId shard, SealOutcome.Refused refused) {
        tools.metrics().seal(shard, "refused");
        if (!tools.lease().proveHeld()) {
            return new ClaimLostException(shard + " obeys token " + refused.token() + " of " + refused.owner()
                    + ", and the routing database cannot be asked whose the claim is");
        }
        tools.metrics().tokenRegression();
        log.error(
                "{} obeys token {} of {} already, and ours is {}, although the claim is ours: the routing database was restored "
                        + "or failed over to an older state. Minting above it",
                shard, refused.token(), refused.owner(), tools.grant().token());
        return new RemintException(shard + " obeys token " + refused.token(), refused.token());
    }

    private void refuseSecondAddress(Connection connection, ShardId shard) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                "select system_identifier || '/' || (select oid from pg_database where datname = current_database())"
                        + " from pg_control_system()");
                ResultSet row = statement.executeQuery()) {
            row.next();
            ShardId other = databases.putIfAbsent(row.getString(1), shard);
            if (other != null && !other.equals(shard)) {
                throw new SQLException(shard + " and " + other + " are one database: two addresses lead to it",
                        "GW005");
            }
        }
    }
}
