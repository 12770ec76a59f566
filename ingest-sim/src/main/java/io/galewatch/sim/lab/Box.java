package io.galewatch.sim.lab;

import io.galewatch.sim.process.OsProcess;
import io.galewatch.sim.process.Signal;
import io.galewatch.sim.process.Waiting;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;

/** One box: a process of the service's jar, and what a scenario may do to it. */
public final class Box {

    private static final Duration READY_LIMIT = Duration.ofSeconds(120);
    private static final Duration EXIT_LIMIT = Duration.ofSeconds(20);

    private final String name;
    private final int port;
    private final BoxJar jar;
    private final Layout layout;
    private final StateFile state;
    private final HttpClient http;

    Box(String name, int port, BoxJar jar, Layout layout, StateFile state, HttpClient http) {
        this.name = name;
        this.port = port;
        this.jar = jar;
        this.layout = layout;
        this.state = state;
        this.http = http;
    }

    public String name() {
        return name;
    }

    public URI url() {
        return URI.create("http://127.0.0.1:" + port);
    }

    public long pid() {
        return process().map(OsProcess::pid).orElseThrow(() -> new IllegalStateException(name + " does not run"));
    }

    public boolean running() {
        return process().filter(OsProcess::alive).isPresent();
    }

    private Optional<OsProcess> process() {
        return state.require().boxes().stream().filter(entry -> entry.name().equals(name)).findFirst().flatMap(
                LabState.BoxEntry::process).map(OsProcess::known);
    }

    /** Starts the process; it is not ready yet. */
    public void start() {
        if (running()) {
            throw new IllegalStateException(name + " runs already");
        }
        OsProcess started = jar.startBox(name, port);
        state.update(known -> known.with(new LabState.BoxEntry(name, started.pid(),
                started.identity().startedAtMillis(), url().toString())));
    }

    public void awaitReady() {
        boolean ready = Waiting.until(READY_LIMIT, () -> !running() || isReady());
        if (!running()) {
            throw new EnvironmentProblem(name + " ended while it started, see " + layout.log(name));
        }
        if (!ready) {
            throw new DeadlinePassed(name + " was not ready within " + READY_LIMIT + ", see " + layout.log(name));
        }
    }

    public boolean isReady() {
        try {
            return http.send(
                    HttpRequest.newBuilder(url().resolve("/actuator/health/readiness")).timeout(
                            Duration.ofSeconds(5)).build(),
                    HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException notYet) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** SIGKILL: no farewell of any kind. */
    public void kill() {
        process().ifPresent(process -> process.stop(Signal.KILL, EXIT_LIMIT));
    }

    /** SIGSTOP: it stays where it is, in the middle of a statement perhaps, with all its connections. */
    public void freeze() {
        process().ifPresent(process -> process.send(Signal.STOP));
    }

    /** SIGCONT: it goes on and has no idea how much time has passed. */
    public void thaw() {
        process().ifPresent(process -> process.send(Signal.CONT));
    }

    /** Stops it in an orderly way, or at once when it is frozen or dead. */
    public void stop() {
        process().ifPresent(process -> process.stop(Signal.TERM, EXIT_LIMIT));
    }

    /** Another process under the same name. */
    public void restart() {
        stop();
        start();
        awaitReady();
    }
}
