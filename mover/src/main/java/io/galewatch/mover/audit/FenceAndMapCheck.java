package io.galewatch.mover.audit;

import io.galewatch.mover.audit.Finding.Kind;
import io.galewatch.routing.claim.Claim;
import io.galewatch.routing.claim.ClaimState;
import io.galewatch.routing.map.ShardId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.springframework.dao.DataAccessException;

/**
 * Whether fences and maps agree. A fence above the claim's token is always wrong, and one token of two grants too. While
 * somebody moves, or a flip is under way, shards may differ for a moment; when nobody does, they may not.
 */
final class FenceAndMapCheck {

    private static final String ASK = """
        select f.token, f.grant_id, m.epoch, m.map_id from mover_fence f cross join shard_map m
        """;

    private final AuditedShards shards;
    private final Claim claim;

    FenceAndMapCheck(AuditedShards shards, Claim claim) {
        this.shards = shards;
        this.claim = claim;
    }

    private record Seen(long token, UUID grant, long epoch, UUID mapId) {}

    List<Finding> run(Promises promises) {
        Map<ShardId, Seen> seen = new TreeMap<>();
        for (ShardId shard : shards.answering()) {
            shards.ask(shard, FenceAndMapCheck::ask).ifPresent(one -> seen.put(shard, one));
        }
        // After the fences: the claim's token only rises, so what a fence had before is not above it.
        Optional<ClaimState> state = claimState();
        List<Finding> findings = new ArrayList<>();
        state.ifPresent(claimed -> fences(seen, claimed, promises, findings));
        maps(seen, promises, findings);
        return findings;
    }

    private Optional<ClaimState> claimState() {
        try {
            return Optional.of(claim.read());
        } catch (DataAccessException e) {
            return Optional.empty();
        }
    }

    private static Seen ask(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(ASK); ResultSet row = statement.executeQuery()) {
            if (!row.next()) {
                throw new SQLException("the fence row or the map row is missing: run migrate, and look why");
            }
            return new Seen(row.getLong(1), row.getObject(2, UUID.class), row.getLong(3),
                    row.getObject(4, UUID.class));
        }
    }

    private static void fences(Map<ShardId, Seen> seen, ClaimState claimed, Promises promises,
            List<Finding> findings) {
        Map<Long, UUID> grants = new TreeMap<>();
        long highest = seen.values().stream().mapToLong(Seen::token).max().orElse(0);
        boolean quiet = promises.isComplete() && !claimed.isHeld();
        seen.forEach((shard, one) -> {
            UUID other = grants.putIfAbsent(one.token(), one.grant());
            if (one.token() > claimed.token()) {
                findings.add(of(Kind.FENCE, shard, "obeys token " + one.token() + ", and the claim is only at "
                        + claimed.token() + ": the routing database went back in time"));
            } else if (other != null && !other.equals(one.grant())) {
                findings.add(of(Kind.FENCE, shard, "token " + one.token() + " stands for two grants, " + other + " and "
                        + one.grant()));
            } else if (quiet && one.token() < highest) {
                findings.add(of(Kind.FENCE, shard, "obeys token " + one.token() + ", other shards " + highest
                        + ", and nobody is moving: it was restored, or missed a seal"));
            }
        });
    }

    private static void maps(Map<ShardId, Seen> seen, Promises promises, List<Finding> findings) {
        seen.forEach((shard, one) -> {
            if (one.epoch() == promises.newest().epoch() && !one.mapId().equals(promises.newest().mapId())) {
                findings.add(of(Kind.MAP, shard, "epoch " + one.epoch() + " stands for two maps, " + one.mapId()
                        + " and " + promises.newest().mapId()));
            } else if (one.epoch() > promises.newest().epoch() || promises.isComplete()
                    && one.epoch() < promises.newest().epoch()) {
                findings.add(of(Kind.MAP, shard, "obeys epoch " + one.epoch() + ", the newest known is "
                        + promises.newest().epoch()));
            }
        });
    }

    private static Finding of(Kind kind, ShardId shard, String detail) {
        return new Finding(kind, null, shard.name(), detail);
    }
}
