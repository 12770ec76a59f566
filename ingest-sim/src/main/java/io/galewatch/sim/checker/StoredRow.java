package io.galewatch.sim.checker;

import java.util.Map;

/** One reading as the shards hold it: its instant, and the digest of each copy by shard index. */
record StoredRow(long micros, Map<Integer, Long> copies) {

    StoredRow {
        copies = Map.copyOf(copies);
    }

    /** The digest of the copy that counts: the one at home, else any. */
    long digest(int home) {
        Long atHome = copies.get(home);
        return atHome == null ? copies.values().iterator().next() : atHome;
    }

    boolean copiesAgree() {
        return copies.values().stream().distinct().count() == 1;
    }
}
