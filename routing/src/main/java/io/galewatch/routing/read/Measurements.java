package io.galewatch.routing.read;

import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * The values of one reading; a channel may have none. Values of {@code real} columns are kept as doubles, which hold them
 * exactly.
 */
public final class Measurements {

    private final double[] values;
    private final int present;

    private Measurements(double[] values, int present) {
        this.values = values;
        this.present = present;
    }

    public boolean has(Channel channel) {
        return (present & bit(channel)) != 0;
    }

    public OptionalDouble get(Channel channel) {
        return has(channel) ? OptionalDouble.of(values[channel.ordinal()]) : OptionalDouble.empty();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Measurements that && present == that.present && Arrays.equals(values, that.values);
    }

    @Override
    public int hashCode() {
        return 31 * present + Arrays.hashCode(values);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("{");
        for (Channel channel : Channel.ALL) {
            if (has(channel)) {
                text.append(text.length() > 1 ? ", " : "").append(channel.json()).append('=').append(
                        values[channel.ordinal()]);
            }
        }
        return text.append('}').toString();
    }

    public static Builder builder() {
        return new Builder();
    }

    private static int bit(Channel channel) {
        return 1 << channel.ordinal();
    }

    /** Collects values. Of one thread, and used up by {@link #build()}. */
    public static final class Builder {

        private final double[] values = new double[Channel.ALL.size()];
        private int present;

        private Builder() {}

        public Builder set(Channel channel, double value) {
            values[channel.ordinal()] = channel.isSingle() ? (float) value : value;
            present |= bit(channel);
            return this;
        }

        public Measurements build() {
            return new Measurements(values, present);
        }
    }
}
