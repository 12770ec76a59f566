package io.galewatch.sim.scenario;

import io.galewatch.sim.lab.AdminClient;
import io.galewatch.sim.lab.Durations;
import io.galewatch.sim.lab.EnvironmentProblem;
import io.galewatch.sim.lab.RebalanceStatus;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * A fleet that {@code docker compose up} has started, driven by the command line of docker and seen through the admin API. Its
 * addresses, its administrator and its lease come from the same environment as docker-compose.yml takes them from.
 */
public final class ComposeFleet implements AutoCloseable {

    private static final int BOXES = 4;
    private static final Duration LIMIT = Duration.ofMinutes(10);

    private final Path repository;
    private final Map<String, String> environment;
    private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(
            Duration.ofSeconds(2)).build();

    /** @param repository where docker-compose.yml is */
    ComposeFleet(Path repository, Map<String, String> environment) {
        this.repository = repository;
        this.environment = Map.copyOf(environment);
    }

    /** What came of a command of docker. */
    private record Answer(int exitCode, String output) {}

    /** @throws EnvironmentProblem there is no docker, or no box of the fleet runs */
    void mustRun() {
        Answer answer = docker("ps", "--services", "--status", "running");
        if (answer.exitCode() != 0 || !answer.output().contains("box-1")) {
            throw new EnvironmentProblem("--compose plays on a fleet that runs: docker compose up --build --detach; "
                    + "docker compose ps said: " + answer.output().strip());
        }
    }

    Duration lease() {
        String lease = environment.getOrDefault("GALEWATCH_LEASE", "20s");
        return new Durations().convert(lease);
    }

    AdminClient admin() {
        List<URI> boxes = IntStream.rangeClosed(1, BOXES).mapToObj(number -> URI.create("http://127.0.0.1:"
                + environment.getOrDefault("BOX_%d_PORT".formatted(number), Integer.toString(8080 + number)))).toList();
        return AdminClient.of(boxes, environment.getOrDefault("GALEWATCH_ADMIN_USERNAME", "admin"),
                environment.getOrDefault("GALEWATCH_ADMIN_PASSWORD", "lab-only-admin"), http);
    }

    Optional<RebalanceStatus> status() throws InterruptedException {
        return admin().status();
    }

    /** Names of the boxes, as services. */
    static List<String> boxes() {
        return IntStream.rangeClosed(1, BOXES).mapToObj("box-%d"::formatted).toList();
    }

    /** {@code pause}, {@code unpause}, {@code kill}, {@code stop} or {@code start} of one service. */
    void tell(String command, String service) {
        Answer answer = docker(command, service);
        if (answer.exitCode() != 0) {
            throw new IllegalStateException("docker compose %s %s: %s".formatted(command, service, answer.output()));
        }
    }

    /** After a play that ended in the middle: nothing stays frozen or stopped. */
    void mend() {
        docker("unpause");
        docker("start");
    }

    /** The last line of a box's log that contains this. */
    Optional<String> logLine(String box, String text) {
        List<String> lines = docker("logs", "--no-color", "--no-log-prefix", box).output().lines().filter(
                line -> line.contains(text)).toList();
        return lines.isEmpty() ? Optional.empty() : Optional.of(lines.getLast());
    }

    /** The independent checker, in its container: 0 when every row is once at home. The turbines stop for it. */
    int check(PrintWriter out) {
        tell("stop", "turbines");
        Answer answer = docker("run", "--rm", "--no-deps", "check");
        out.print(answer.output());
        tell("start", "turbines");
        return answer.exitCode();
    }

    private Answer docker(String... arguments) {
        List<String> command = new ArrayList<>(List.of("docker", "compose"));
        command.addAll(List.of(arguments));
        try {
            Path output = Files.createTempFile("lab-docker", ".txt");
            try {
                Process process = new ProcessBuilder(command).directory(repository.toFile()).redirectErrorStream(
                        true).redirectOutput(output.toFile()).start();
                if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                    throw new IllegalStateException(String.join(" ", command) + " did not end within " + LIMIT);
                }
                return new Answer(process.exitValue(), Files.readString(output, StandardCharsets.UTF_8));
            } finally {
                Files.deleteIfExists(output);
            }
        } catch (IOException e) {
            if (String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT).contains("cannot run program")) {
                throw new EnvironmentProblem("--compose needs docker with Compose v2 on the PATH", e);
            }
            throw new UncheckedIOException(String.join(" ", command), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
