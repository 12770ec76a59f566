package io.galewatch.routing.map;

import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Which divisor is in force. Epochs only go up; the map id tells two maps apart that a restored routing database minted
 * under one epoch.
 *
 * @param epoch 1 or more
 * @param shards N, 1 to 1024
 */
public record ShardMap(long epoch, int shards, UUID mapId) {

    public static final int MAX_SHARDS = 1024;

    public ShardMap {
        if (epoch < 1) {
            throw new IllegalArgumentException("epochs start at 1: " + epoch);
        }
        if (shards < 1 || shards > MAX_SHARDS) {
            throw new IllegalArgumentException("shards must be 1 to " + MAX_SHARDS + ": " + shards);
        }
    }

    /** The home of a turbine under this map. */
    public ShardId home(String serial) {
        return new ShardId((int) (TurbineHash.of(serial) % shards));
    }

    /** The shards that are a home under this map, in index order. */
    public Stream<ShardId> homes() {
        return IntStream.range(0, shards).mapToObj(ShardId::new);
    }

    /** Whether this map replaces the other one. */
    public boolean isNewerThan(ShardMap other) {
        return epoch > other.epoch;
    }

    /** One epoch, two maps: nobody may act on either until a higher epoch settles it. */
    public boolean contradicts(ShardMap other) {
        return epoch == other.epoch && !mapId.equals(other.mapId);
    }

    @Override
    public String toString() {
        return "epoch " + epoch + " (" + shards + " shards, map " + mapId + ")";
    }
}
