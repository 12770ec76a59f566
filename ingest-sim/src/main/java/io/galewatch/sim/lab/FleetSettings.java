package io.galewatch.sim.lab;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * What a fleet is to look like.
 *
 * @param boxJar      the service that every box runs
 * @param from        N of the first map
 * @param to          N after the rebalance; there are as many servers as the larger of both
 * @param boxSettings further properties of each box, {@code galewatch.move.batch-rows} for example
 */
public record FleetSettings(Path work, Path boxJar, int boxes, int from, int to, int turbines, Ports ports,
        Duration lease, long seed, Map<String, String> boxSettings) {

    public FleetSettings {
        boxSettings = Map.copyOf(boxSettings);
        if (boxes < 1 || from < 1 || to < 1 || turbines < 0) {
            throw new IllegalArgumentException("a fleet needs at least one box and one shard");
        }
    }

    /** The same fleet in another work directory. */
    public FleetSettings in(Path other) {
        return new FleetSettings(other, boxJar, boxes, from, to, turbines, ports, lease, seed, boxSettings);
    }

    /** The same fleet with another lease. */
    public FleetSettings withLease(Duration other) {
        return new FleetSettings(work, boxJar, boxes, from, to, turbines, ports, other, seed, boxSettings);
    }

    /** The same fleet with these properties for every box, unless it has others already. */
    public FleetSettings withDefaults(Map<String, String> defaults) {
        Map<String, String> all = new TreeMap<>(defaults);
        all.putAll(boxSettings);
        return new FleetSettings(work, boxJar, boxes, from, to, turbines, ports, lease, seed, all);
    }

    public Layout layout() {
        return new Layout(work);
    }

    int shardServers() {
        return Math.max(from, to);
    }

    public static String shardName(int index) {
        return "shard-" + (index + 1);
    }

    public static String boxName(int index) {
        return "box-" + (index + 1);
    }

    /** Every fixed port by the name of its owner. */
    Map<String, Integer> neededPorts() {
        Map<String, Integer> needed = new LinkedHashMap<>();
        IntStream.range(0, boxes).forEach(i -> needed.put(boxName(i), ports.box(i)));
        needed.put(Databases.ROUTING, ports.routing());
        IntStream.range(0, shardServers()).forEach(i -> needed.put(shardName(i), ports.shard(i)));
        return needed;
    }
}
