package io.galewatch.sim.scenario;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** What the service's own audit finds: by a box, with the rights of a reader, at {@code POST /admin/audit}. */
final class Audited {

    private static final int SHOWN = 3;

    private final Stage stage;
    private final String kind;
    private List<String> found = List.of();
    private long count;

    /** @param kind of the findings that are looked for, {@code journal-without-rows} for example */
    Audited(Stage stage, String kind) {
        this.stage = stage;
        this.kind = kind;
    }

    /** Audits all shards now; true when there is something of the kind. */
    boolean finds() throws InterruptedException {
        JsonNode report = stage.fleet().admin().audit("0s");
        count = report.path("counts").path(kind).asLong(0);
        List<String> lines = new ArrayList<>();
        for (JsonNode finding : report.path("findings")) {
            if (finding.path("kind").asString("").equals(kind)) {
                lines.add("%s %s %s: %s".formatted(kind, finding.path("turbine").asString(""),
                        finding.path("shard").asString(""), finding.path("detail").asString("")));
            }
        }
        found = lines;
        return count > 0;
    }

    /** How many there were, and the first of them. */
    List<String> words() {
        List<String> words = new ArrayList<>(List.of("%s: %d".formatted(kind, count)));
        words.addAll(found.subList(0, Math.min(SHOWN, found.size())));
        return words;
    }
}
