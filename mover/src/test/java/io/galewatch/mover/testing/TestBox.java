package io.galewatch.mover.testing;

import io.galewatch.mover.GalewatchApplication;
import io.galewatch.routing.db.Credentials;
import io.galewatch.routing.db.FleetAddress;
import io.galewatch.routing.db.Role;
import io.galewatch.routing.testing.TestFleet;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A whole box, started in this JVM on a free port. */
public final class TestBox implements AutoCloseable {

    private final ConfigurableApplicationContext context;
    private final HttpClient http = HttpClient.newHttpClient();
    private final JsonMapper json = new JsonMapper();

    private TestBox(ConfigurableApplicationContext context) {
        this.context = context;
    }

    /** @param settings {@code galewatch.…=value}, on top of what every test box has */
    public static TestBox start(TestFleet fleet, String... settings) {
        Map<String, String> all = settings(fleet.address(), fleet.credentials());
        for (String setting : settings) {
            int equals = setting.indexOf('=');
            all.put(setting.substring(0, equals), setting.substring(equals + 1));
        }
        List<String> arguments = new ArrayList<>();
        all.forEach((name, value) -> arguments.add("--" + name + "=" + value));
        return new TestBox(SpringApplication.run(GalewatchApplication.class, arguments.toArray(String[]::new)));
    }

    /** What a box needs to start, on a free port. */
    public static Map<String, String> settings(FleetAddress address, Credentials credentials) {
        Map<String, String> settings = new HashMap<>();
        settings.put("server.port", "0");
        settings.put("galewatch.box", "box-test");
        settings.put("galewatch.admin.username", "admin");
        settings.put("galewatch.admin.password", "secret");
        settings.put("galewatch.routing.url", address.routingUrl());
        for (int i = 0; i < address.shardUrls().size(); i++) {
            settings.put("galewatch.shards[" + i + "].url", address.shardUrls().get(i));
        }
        settings.put("galewatch.roles.mover.password", credentials.password(Role.MOVER));
        settings.put("galewatch.roles.ingest.password", credentials.password(Role.INGEST));
        settings.put("galewatch.roles.reader.password", credentials.password(Role.READER));
        return settings;
    }

    public ConfigurableApplicationContext context() {
        return context;
    }

    public URI url(String path) {
        return URI.create("http://127.0.0.1:" + context.getEnvironment().getProperty("local.server.port") + path);
    }

    /** What came back. */
    public record Answer(int status, String contentType, String body, JsonNode json) {

        public String type() {
            return json.path("type").asString("none");
        }
    }

    public Answer get(String path) {
        return send(HttpRequest.newBuilder(url(path)).GET());
    }

    public Answer getAsAdmin(String path) {
        return send(asAdmin(HttpRequest.newBuilder(url(path)).GET()));
    }

    /** A request as administrator, to be completed. */
    public HttpRequest.Builder asAdmin(String path) {
        return asAdmin(HttpRequest.newBuilder(url(path)));
    }

    public Answer postAsAdmin(String path, String body) {
        return send(asAdmin(HttpRequest.newBuilder(url(path)).header("Content-Type", "application/json").POST(
                HttpRequest.BodyPublishers.ofString(body))));
    }

    private static HttpRequest.Builder asAdmin(HttpRequest.Builder request) {
        return request.header("Authorization",
                "Basic " + Base64.getEncoder().encodeToString("admin:secret".getBytes(StandardCharsets.UTF_8)));
    }

    public Answer send(HttpRequest.Builder request) {
        try {
            HttpResponse<String> response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
            String contentType = response.headers().firstValue("Content-Type").orElse("");
            JsonNode tree = contentType.contains("json") ? json.readTree(response.body()) : json.createObjectNode();
            return new Answer(response.statusCode(), contentType, response.body(), tree);
        } catch (IOException e) {
            throw new IllegalStateException("the box does not answer", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    @Override
    public void close() {
        http.close();
        context.close();
    }
}
