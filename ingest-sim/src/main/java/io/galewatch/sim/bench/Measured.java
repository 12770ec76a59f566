package io.galewatch.sim.bench;

import java.util.Map;

/**
 * What a load did while it was watched.
 *
 * @param readingsPerSecond readings that were acknowledged
 * @param p50 milliseconds of a request, as p99, p999 and most
 * @param failures requests that were not taken, by reason
 */
public record Measured(double seconds, double readingsPerSecond, long requests, double p50, double p99, double p999,
        double most, Map<String, Long> failures) {

    public Measured {
        failures = Map.copyOf(failures);
    }
}
