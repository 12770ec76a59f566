package io.galewatch.routing.read;

import java.time.Instant;

/**
 * What one turbine measured at one instant. Turbine and instant are the key.
 *
 * @param at with microseconds at most
 */
public record Reading(String turbine, Instant at, Measurements values) {}
