package io.galewatch.mover.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import io.galewatch.mover.testing.TestBox;
import io.galewatch.mover.web.Refuses;
import io.galewatch.routing.testing.TestFleet;
import io.galewatch.routing.testing.TestPostgres;
import io.swagger.v3.oas.annotations.Hidden;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import tools.jackson.databind.JsonNode;

/** The document lists every call with all of its problems. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OpenApiTest {

    private static final Path SOURCES = Path.of(System.getProperty("repo.root", ".."),
            "mover/src/main/java/io/galewatch/mover");
    /** Where the code makes a problem of a type that it names. */
    private static final Pattern MADE = Pattern.compile("HttpStatus\\.(\\w+),\\s*\"([a-z][a-z-]+)\",");
    /** From filters and the servlet container, for calls that there are not. */
    private static final Set<String> NO_CALL_OF_OURS = Set.of("forbidden");

    private final TestFleet fleet = TestPostgres.shared().createFleet(1, 1);
    private TestBox box;
    private JsonNode document;

    @BeforeAll
    void start() {
        box = TestBox.start(fleet);
        document = box.get("/v3/api-docs").json();
    }

    @AfterAll
    void stop() {
        box.close();
        fleet.close();
    }

    private record Call(String method, String path, HandlerMethod handler) {
        @Override
        public String toString() {
            return method + " " + path;
        }
    }

    private List<Call> calls() {
        List<Call> calls = new ArrayList<>();
        Map<RequestMappingInfo, HandlerMethod> mappings = box.context().getBean("requestMappingHandlerMapping",
                RequestMappingHandlerMapping.class).getHandlerMethods();
        mappings.forEach((mapping, handler) -> {
            if (handler.getBeanType().getPackageName().startsWith("io.galewatch")
                    && !handler.getBeanType().isAnnotationPresent(Hidden.class)) {
                for (String path : mapping.getPatternValues()) {
                    for (RequestMethod method : mapping.getMethodsCondition().getMethods()) {
                        calls.add(new Call(method.name().toLowerCase(java.util.Locale.ROOT), path, handler));
                    }
                }
            }
        });
        return calls;
    }

    private JsonNode operation(Call call) {
        return document.path("paths").path(call.path()).path(call.method());
    }

    private static Set<String> types(JsonNode operation, int status) {
        JsonNode content = operation.path("responses").path(String.valueOf(status)).path("content").path(
                "application/problem+json");
        Set<String> types = new TreeSet<>();
        content.path("schema").path("allOf").path(1).path("properties").path("type").path("enum").forEach(
                type -> types.add(type.asString()));
        return types;
    }

    @Test
    void everyCallIsListedWithItsProblems() {
        assertThat(calls()).hasSizeGreaterThan(7);
        for (Call call : calls()) {
            JsonNode operation = operation(call);
            assertThat(operation.isObject()).as(call + " is in the document").isTrue();
            assertThat(call.handler().hasMethodAnnotation(Refuses.class)).as(
                    call + " says with @Refuses what it refuses").isTrue();
            Refuses own = Objects.requireNonNull(call.handler().getMethodAnnotation(Refuses.class));
            for (Refuses.Refusal refusal : own.value()) {
                assertThat(types(operation, refusal.status().value())).as(call.toString()).contains(
                        "urn:galewatch:" + refusal.code());
            }
            assertThat(types(operation, 500)).as(call.toString()).containsExactly("urn:galewatch:internal-error");
            assertThat(types(operation, 503)).as(call.toString()).contains("urn:galewatch:database-unavailable",
                    "urn:galewatch:map-unknown");
            boolean admin = call.path().startsWith("/admin");
            assertThat(types(operation, 401)).as(call.toString()).hasSize(admin ? 1 : 0);
            assertThat(operation.path("security").size()).as(call.toString()).isEqualTo(admin ? 1 : 0);
            assertThat(operation.path("responses").propertyNames()).as(call + " has a good answer too").anyMatch(
                    status -> status.startsWith("2"));
            if (operation.has("requestBody")) {
                assertThat(types(operation, 400)).as(call.toString()).contains("urn:galewatch:malformed-body");
                assertThat(types(operation, 415)).as(call.toString()).hasSize(1);
            }
        }
    }

    @Test
    void everyProblemThatTheCodeMakesIsListedSomewhere() throws IOException {
        Set<String> listed = new TreeSet<>();
        for (Call call : calls()) {
            for (HttpStatus status : HttpStatus.values()) {
                types(operation(call), status.value()).forEach(
                        type -> listed.add(status.name() + " " + type.substring("urn:galewatch:".length())));
            }
        }
        Set<String> made = new TreeSet<>();
        try (Stream<Path> files = Files.walk(SOURCES)) {
            for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
                MADE.matcher(Files.readString(file)).results().filter(
                        one -> !NO_CALL_OF_OURS.contains(one.group(2))).forEach(
                                one -> made.add(one.group(1) + " " + one.group(2)));
            }
        }
        assertThat(made).hasSizeGreaterThan(10);
        assertThat(listed).containsAll(made);
    }

    @Test
    void itIsServedWithAPageToReadItAndAsksNobodyElse() {
        assertThat(document.path("openapi").asString()).startsWith("3.");
        assertThat(
                document.path("components").path("schemas").path("Problem").path("properties").has("detail")).isTrue();
        assertThat(document.path("components").path("schemas").path("Reading").path("properties").has(
                "windSpeed")).isTrue();
        TestBox.Answer page = box.get("/swagger-ui/index.html");
        assertThat(page.status()).isEqualTo(200);
        assertThat(box.get("/swagger-ui/swagger-initializer.js").body()).contains("/v3/api-docs").doesNotContain(
                "petstore");
        assertThat(box.get("/v3/api-docs/swagger-config").json().path("validatorUrl").asString("")).isEmpty();
    }
}
