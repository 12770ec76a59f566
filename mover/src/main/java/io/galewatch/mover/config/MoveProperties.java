package io.galewatch.mover.config;

import java.time.Duration;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How turbines are moved.
 *
 * @param batchRows most rows copied in one transaction
 * @param windowRows most rows verified and deleted at once
 * @param stepLimit the longest bounded step; one that takes longer is broken off
 * @param sealLockTimeout how long a seal waits for a batch in flight before it ends sessions again
 * @param maxRowsPerSecond brake; 0 means none
 * @param maxConflicts most rows of a turbine that may differ between source and target before it is set aside
 * @param attempts how often a turbine is tried before it is set aside
 * @param retryPause between two attempts
 * @param vacuumRows after so many deleted rows a shard is vacuumed; 0 leaves it to autovacuum
 */
public record MoveProperties(@DefaultValue("50000") int batchRows, @DefaultValue("50000") int windowRows,
        @DefaultValue("15s") Duration stepLimit, @DefaultValue("300ms") Duration sealLockTimeout,
        @DefaultValue("0") int maxRowsPerSecond, @DefaultValue("1000") int maxConflicts,
        @DefaultValue("5") int attempts, @DefaultValue("1s") Duration retryPause,
        @DefaultValue("1000000") int vacuumRows) {

    public MoveProperties {
        Setting.between("move.batch-rows", batchRows, 1, 200_000);
        Setting.between("move.window-rows", windowRows, 1, 200_000);
        Setting.between("move.step-limit", stepLimit, Duration.ofMillis(200), Duration.ofMinutes(10));
        Setting.between("move.seal-lock-timeout", sealLockTimeout, Duration.ofMillis(10), Duration.ofSeconds(10));
        Setting.between("move.max-rows-per-second", maxRowsPerSecond, 0, Integer.MAX_VALUE);
        Setting.between("move.max-conflicts", maxConflicts, 0, Integer.MAX_VALUE);
        Setting.between("move.attempts", attempts, 1, 1000);
        Setting.between("move.vacuum-rows", vacuumRows, 0, Integer.MAX_VALUE);
        Setting.between("move.retry-pause", retryPause, Duration.ofMillis(10), Duration.ofMinutes(10));
    }
}
