package io.galewatch.sim.lab;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import tools.jackson.databind.JsonNode;

/** What {@code GET /admin/rebalance} says, as far as the lab shows it. */
public record RebalanceStatus(long epoch, int shards, boolean complete, Optional<Holder> holder,
        Map<String, Long> turbines, long rowsMoved, double rowsPerSecond, Optional<Long> etaSeconds,
        Optional<String> lastError) {

    /** Who moves, under which token. */
    public record Holder(String owner, long token) {}

    static RebalanceStatus of(JsonNode answer) {
        JsonNode claim = answer.path("claim");
        Optional<Holder> holder = text(claim.path("owner")).map(
                owner -> new Holder(owner, claim.path("token").asLong(0)));
        Map<String, Long> turbines = new TreeMap<>();
        answer.path("turbines").properties().forEach(count -> turbines.put(count.getKey(), count.getValue().asLong(0)));
        JsonNode eta = answer.path("etaSeconds");
        return new RebalanceStatus(answer.path("epoch").asLong(0), answer.path("shards").asInt(0),
                answer.path("complete").asBoolean(false), holder, turbines, answer.path("rowsMoved").asLong(0),
                answer.path("rowsPerSecond").asDouble(0), eta.isNumber() ? Optional.of(eta.asLong()) : Optional.empty(),
                text(answer.path("lastError")));
    }

    private static Optional<String> text(JsonNode node) {
        return node.isString() ? Optional.of(node.asString()) : Optional.empty();
    }

    long count(String step) {
        return turbines.getOrDefault(step, 0L);
    }

    /** Turbines that are or were displaced, as far as the boxes know yet. */
    long displaced() {
        return turbines.values().stream().mapToLong(Long::longValue).sum();
    }
}
