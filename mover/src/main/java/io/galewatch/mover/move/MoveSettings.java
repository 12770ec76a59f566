package io.galewatch.mover.move;

import java.time.Duration;

/**
 * How a mover works. The relations between these are checked where configuration is read.
 *
 * @param box name of this process, for people and session names
 * @param lease how long without renewal until another box may take over
 * @param poll how often a candidate looks, and a holder looks for a pause
 * @param stopOnOutage whether to stop when the lease runs out while the routing database does not answer; otherwise the
 *   holder carries on, which the fence makes harmless
 * @param batchRows most rows of one copy batch
 * @param windowRows most rows of one verify or delete window
 * @param stepLimit the longest a bounded step may take before its connection is aborted
 * @param sealLockTimeout how long a seal waits for a batch in flight before it evicts again
 * @param maxRowsPerSecond throttle of copying, 0 for none
 * @param maxConflicts of one turbine before it is set aside
 * @param attempts to move one turbine before it is set aside, or its shard left for later
 * @param retryPause between attempts; grows
 * @param vacuumRows deleted rows after which a shard is vacuumed, 0 for never
 */
public record MoveSettings(String box, Duration lease, Duration poll, boolean stopOnOutage, int batchRows,
        int windowRows,
        Duration stepLimit, Duration sealLockTimeout, long maxRowsPerSecond, long maxConflicts, int attempts,
        Duration retryPause, long vacuumRows) {}
