package io.galewatch.sim.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;

/** A process that this lab or an earlier one started, and what may be done to it. */
public final class OsProcess {

    private final ProcessIdentity identity;

    private OsProcess(ProcessIdentity identity) {
        this.identity = identity;
    }

    /** Takes up a process that an earlier JVM started. */
    public static OsProcess known(ProcessIdentity identity) {
        return new OsProcess(identity);
    }

    public ProcessIdentity identity() {
        return identity;
    }

    public long pid() {
        return identity.pid();
    }

    public boolean alive() {
        return identity.alive();
    }

    /** Does nothing when the process is gone. */
    public void send(Signal signal) {
        if (!alive()) {
            return;
        }
        try {
            // kill is a builtin of every sh; a separate program of that name is not on every machine.
            new ProcessBuilder("/bin/sh", "-c", "kill -s \"$0\" \"$1\"", signal.name(),
                    Long.toString(pid())).redirectError(ProcessBuilder.Redirect.DISCARD).start().waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot send " + signal + " to " + pid(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits until the process is gone; false when it is still there after the limit. */
    public boolean awaitExit(Duration limit) {
        return Waiting.until(limit, () -> !alive());
    }

    /** Asks, waits, and then does not ask. */
    public void stop(Signal polite, Duration limit) {
        send(polite);
        send(Signal.CONT); // A frozen process takes no other signal but SIGKILL.
        if (!awaitExit(limit)) {
            send(Signal.KILL);
            awaitExit(Duration.ofSeconds(10));
        }
    }
}
