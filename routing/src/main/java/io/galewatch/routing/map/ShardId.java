package io.galewatch.routing.map;

/** One shard, by its index: index 0 is {@code shard-1}. */
public record ShardId(int index) implements Comparable<ShardId> {

    public ShardId {
        if (index < 0) {
            throw new IllegalArgumentException("a shard's index is 0 or more: " + index);
        }
    }

    /** The name people use: {@code shard-1} for index 0. */
    public String name() {
        return "shard-" + (index + 1);
    }

    @Override
    public int compareTo(ShardId other) {
        return Integer.compare(index, other.index);
    }

    @Override
    public String toString() {
        return name();
    }
}
