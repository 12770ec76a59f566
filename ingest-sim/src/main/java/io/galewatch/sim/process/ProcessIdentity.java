package io.galewatch.sim.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** A process that can be recognised later by another JVM: the pid alone may have been given to somebody else since. */
public record ProcessIdentity(long pid, long startedAtMillis) {

    /** The kernel counts start times from a boot time that clock adjustments move a little. */
    private static final long START_TIME_TOLERANCE_MILLIS = 2_000;

    public static ProcessIdentity of(ProcessHandle handle) {
        return new ProcessIdentity(handle.pid(),
                handle.info().startInstant().map(java.time.Instant::toEpochMilli).orElse(0L));
    }

    public static Optional<ProcessIdentity> ofPid(long pid) {
        return ProcessHandle.of(pid).map(ProcessIdentity::of).filter(ProcessIdentity::alive);
    }

    /** A zombie counts as gone: in a container there may be nobody who collects it. */
    public boolean alive() {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).filter(this::isSameProcess).isPresent()
                && !isZombie();
    }

    private boolean isSameProcess(ProcessHandle handle) {
        long started = of(handle).startedAtMillis();
        return startedAtMillis == 0 || started == 0
                || Math.abs(started - startedAtMillis) <= START_TIME_TOLERANCE_MILLIS;
    }

    private boolean isZombie() {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
            // "pid (name) state …", and the name may hold anything, so the state is sought from the right.
            return stat.startsWith(") Z", stat.lastIndexOf(')'));
        } catch (IOException noProcFilesystem) {
            return false;
        }
    }
}
