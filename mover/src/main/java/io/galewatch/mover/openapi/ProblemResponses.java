package io.galewatch.mover.openapi;

import io.galewatch.mover.web.Refuses;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;
import java.util.List;
import java.util.regex.Pattern;
import org.springdoc.core.customizers.OperationCustomizer;
import org.springframework.http.HttpStatus;
import org.springframework.web.method.HandlerMethod;

/** Documents the problems of a call: its own, and those that any call may have. */
final class ProblemResponses implements OperationCustomizer {

    static final String PROBLEM = "Problem";
    private static final String URN = "urn:galewatch:";
    private static final Pattern TYPE = Pattern.compile("(?m)^`(" + URN + "[a-z-]+)`: ");

    @Override
    public Operation customize(Operation operation, HandlerMethod handler) {
        Refuses own = handler.getMethodAnnotation(Refuses.class);
        if (own != null) {
            for (Refuses.Refusal refusal : own.value()) {
                add(operation, refusal.status(), refusal.code(), refusal.when());
            }
        }
        if (operation.getParameters() != null && !operation.getParameters().isEmpty()) {
            add(operation, HttpStatus.BAD_REQUEST, "bad-request", "a parameter is missing or can't be used");
        }
        if (operation.getRequestBody() != null) {
            add(operation, HttpStatus.BAD_REQUEST, "malformed-body", "the body is not the JSON that is expected");
            add(operation, HttpStatus.UNSUPPORTED_MEDIA_TYPE, "unsupported-media-type", "the body is not sent as JSON");
        }
        add(operation, HttpStatus.NOT_ACCEPTABLE, "not-acceptable",
                "the caller accepts no kind of answer that there is");
        add(operation, HttpStatus.INTERNAL_SERVER_ERROR, "internal-error",
                "it is a bug; `id` finds the reason in the box's log");
        add(operation, HttpStatus.SERVICE_UNAVAILABLE, "database-unavailable",
                "a database that the call needs does not answer; `id` finds the reason in the box's log");
        add(operation, HttpStatus.SERVICE_UNAVAILABLE, "map-unknown",
                "the box has reached no database since its start");
        return operation;
    }

    static void addUnauthorized(Operation operation) {
        add(operation, HttpStatus.UNAUTHORIZED, "unauthorized", "user name or password are missing or wrong");
    }

    /** Several types share a status: each has its line, and its place among the values of {@code type}. */
    private static void add(Operation operation, HttpStatus status, String code, String when) {
        if (operation.getResponses() == null) {
            operation.setResponses(new ApiResponses());
        }
        ApiResponse response = operation.getResponses().computeIfAbsent(String.valueOf(status.value()),
                absent -> new ApiResponse().description(""));
        String line = "`" + URN + code + "`: " + when;
        String before = response.getDescription();
        response.setDescription(before.isEmpty() ? line : before + "\n\n" + line);
        response.setContent(content(TYPE.matcher(response.getDescription()).results().map(
                type -> type.group(1)).toList()));
    }

    private static Content content(List<String> types) {
        Schema<?> type = new StringSchema()._enum(types);
        Schema<?> schema = new Schema<>().allOf(List.of(new Schema<>().$ref("#/components/schemas/" + PROBLEM),
                new ObjectSchema().addProperty("type", type)));
        return new Content().addMediaType(org.springframework.http.MediaType.APPLICATION_PROBLEM_JSON_VALUE,
                new MediaType().schema(schema));
    }
}
