package io.galewatch.sim.lab;

import java.util.Map;
import tools.jackson.databind.JsonNode;

/** The service's audit report, for a terminal. */
final class AuditTable {

    private AuditTable() {}

    static String of(JsonNode report) {
        StringBuilder table = new StringBuilder("audit by %s of epoch %d: %d turbines%n".formatted(
                report.path("box").asString(), report.path("epoch").asLong(), report.path("turbines").asLong()));
        report.path("unreachable").forEach(database -> table.append("  ! %s does not answer%n".formatted(
                database.asString())));
        for (Map.Entry<String, JsonNode> count : report.path("counts").properties()) {
            table.append("  %-22s %d%n".formatted(count.getKey(), count.getValue().asLong()));
        }
        report.path("findings").forEach(finding -> table.append("  ! %s %s %s: %s%n".formatted(
                finding.path("kind").asString(), finding.path("turbine").asString(""),
                finding.path("shard").asString(""), finding.path("detail").asString())));
        return table.append(report.path("clean").asBoolean() ? "nothing found\n" : "NOT CLEAN\n").toString();
    }
}
