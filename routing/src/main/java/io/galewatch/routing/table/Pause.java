package io.galewatch.routing.table;

import java.time.Instant;

/** Rebalancing is paused by an operator. */
public record Pause(String by, String reason, Instant since) {}
