package io.galewatch.mover.openapi;

import io.galewatch.routing.read.Channel;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.info.License;
import io.swagger.v3.oas.models.media.IntegerSchema;
import io.swagger.v3.oas.models.media.NumberSchema;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import io.swagger.v3.oas.models.security.SecurityScheme;
import io.swagger.v3.oas.models.servers.Server;
import java.util.List;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What the document says besides the calls themselves. */
@Configuration(proxyBeanMethods = false)
class OpenApiConfiguration {

    private static final String ADMINISTRATOR = "administrator";

    @Bean
    OpenAPI openApi() {
        Components components = new Components().addSchemas(ProblemResponses.PROBLEM, problem()).addSchemas("Reading",
                reading()).addSecuritySchemes(ADMINISTRATOR,
                        new SecurityScheme().type(SecurityScheme.Type.HTTP).scheme("basic").description(
                                "galewatch.admin.username and galewatch.admin.password of the box"));
        return new OpenAPI().info(new Info().title("Galewatch box").version("1").description("""
            Any box answers any call. Errors are `application/problem+json` (RFC 9457) with a stable `type`, \
            `urn:galewatch:…`, and name the offending element. Instants are RFC 3339 with at most microseconds. Health \
            (`/actuator/health`) and metrics (`/actuator/prometheus`) are not listed here.""").license(
                new License().name("Apache-2.0"))).servers(List.of(new Server().url("/"))).components(components);
    }

    @Bean
    ProblemResponses problemResponses() {
        return new ProblemResponses();
    }

    /** Only {@code /admin} asks who is calling. */
    @Bean
    OpenApiCustomizer adminNeedsCredentials() {
        return document -> document.getPaths().forEach((path, item) -> {
            if (path.startsWith("/admin")) {
                item.readOperations().forEach(operation -> {
                    operation.addSecurityItem(new SecurityRequirement().addList(ADMINISTRATOR));
                    ProblemResponses.addUnauthorized(operation);
                });
            }
        });
    }

    private static Schema<?> problem() {
        return new ObjectSchema().description(
                "RFC 9457; with further members that the type's description names").addProperty(
                        "type", new StringSchema().description("stable, `urn:galewatch:…`")).addProperty("title",
                                new StringSchema().description("the same for every problem of the type")).addProperty(
                                        "status",
                                        new IntegerSchema()).addProperty("detail",
                                                new StringSchema().description("what it is this time")).addProperty(
                                                        "instance",
                                                        new StringSchema().description("path of the call")).required(
                                                                List.of("type", "title", "status", "detail"));
    }

    private static Schema<?> reading() {
        Schema<?> reading = new ObjectSchema().description("any channel may be left out").addProperty("turbine",
                new StringSchema().description("serial, 1 to 200 code points").example("AP-0163")).addProperty("at",
                        new StringSchema().format("date-time").example("2026-11-29T12:00:00Z"));
        Channel.ALL.forEach(channel -> reading.addProperty(channel.json(),
                new NumberSchema().format(channel.isSingle() ? "float" : "double")));
        return reading.required(List.of("turbine", "at"));
    }
}
