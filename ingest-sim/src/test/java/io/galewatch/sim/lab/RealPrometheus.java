package io.galewatch.sim.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A Prometheus of this machine's PATH that scrapes boxes every second and evaluates the alert rules. */
final class RealPrometheus implements AutoCloseable {

    private final Process process;
    private final URI url;
    private final HttpClient http = HttpClient.newHttpClient();
    private final JsonMapper json = JsonMapper.builder().build();

    private RealPrometheus(Process process, URI url) {
        this.process = process;
        this.url = url;
    }

    static boolean isInstalled() throws InterruptedException {
        return answers("prometheus", "--version") && answers("promtool", "--version");
    }

    private static boolean answers(String... command) throws InterruptedException {
        try {
            return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(
                    ProcessBuilder.Redirect.DISCARD).start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    static RealPrometheus start(Path directory, int port, List<URI> boxes, Path rules) throws IOException {
        Path settings = Files.writeString(Files.createDirectories(directory).resolve("prometheus.yml"), """
            global: {scrape_interval: 1s, evaluation_interval: 1s}
            rule_files: ["%s"]
            scrape_configs:
              - job_name: galewatch
                metrics_path: /actuator/prometheus
                static_configs: [{targets: [%s]}]
            """.formatted(rules.toAbsolutePath(),
                boxes.stream().map(box -> '"' + box.getAuthority() + '"').collect(Collectors.joining(", "))));
        String address = "127.0.0.1:" + port;
        Process process = new ProcessBuilder("prometheus", "--config.file=" + settings,
                "--storage.tsdb.path=" + directory.resolve("data"),
                "--web.listen-address=" + address).redirectErrorStream(
                        true).redirectOutput(directory.resolve("prometheus.log").toFile()).start();
        return new RealPrometheus(process, URI.create("http://" + address));
    }

    /** How many series an expression has now; 0 while Prometheus does not answer yet. */
    int series(String expression) throws InterruptedException {
        try {
            HttpResponse<String> answer = http.send(HttpRequest.newBuilder(url.resolve("/api/v1/query")).timeout(
                    Duration.ofSeconds(10)).header("Content-Type", "application/x-www-form-urlencoded").POST(
                            HttpRequest.BodyPublishers.ofString(
                                    "query=" + URLEncoder.encode(expression, StandardCharsets.UTF_8))).build(),
                    HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() == 503) {
                return 0;
            }
            JsonNode body = json.readTree(answer.body());
            assertThat(body.path("status").asString("")).as(expression + ": " + answer.body()).isEqualTo("success");
            return body.path("data").path("result").size();
        } catch (IOException e) {
            return 0;
        }
    }

    /** What {@code promtool check metrics} says about a scrape, line by line. */
    List<String> lint(URI box) throws IOException, InterruptedException {
        String scrape = http.send(HttpRequest.newBuilder(box.resolve("/actuator/prometheus")).build(),
                HttpResponse.BodyHandlers.ofString()).body();
        Process promtool = new ProcessBuilder("promtool", "check", "metrics").redirectErrorStream(true).start();
        promtool.outputWriter().append(scrape).close();
        List<String> said = promtool.inputReader().lines().toList();
        promtool.waitFor();
        return said;
    }

    @Override
    public void close() throws InterruptedException {
        http.close();
        process.destroy();
        if (!process.waitFor(10, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
    }
}
