package io.galewatch.mover.web;

import io.galewatch.routing.db.Failure;
import io.galewatch.routing.fleet.MapUnknownException;
import java.net.URI;
import java.util.HexFormat;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.transaction.TransactionException;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.ServletWebRequest;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/** Turns whatever goes wrong in a call into a problem. */
@RestControllerAdvice
final class ProblemAdvice extends ResponseEntityExceptionHandler {

    private static final Logger log = LoggerFactory.getLogger(ProblemAdvice.class);

    private final RandomGenerator random;

    ProblemAdvice(RandomGenerator random) {
        this.random = random;
    }

    /** What Spring itself refuses has a status and a sentence; it gets one of our types. */
    @Override
    protected @Nullable ResponseEntity<Object> handleExceptionInternal(Exception error, @Nullable Object body,
            HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        if (status.is5xxServerError() && !(error instanceof ProblemException)) {
            return unexpected(error, request);
        }
        Object answer = body == null && error instanceof ErrorResponse response ? response.getBody() : body;
        if (!(answer instanceof ProblemDetail problem && hasType(problem))) {
            String detail = answer instanceof ProblemDetail problem ? problem.getDetail() : null;
            answer = Problems.of(status, Codes.of(status), Codes.title(status),
                    detail == null ? Codes.title(status) : detail);
        }
        HttpHeaders typed = new HttpHeaders(headers);
        typed.setContentType(MediaType.APPLICATION_PROBLEM_JSON);
        return super.handleExceptionInternal(error, answer, typed, status, request);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleHttpMessageNotReadable(HttpMessageNotReadableException error,
            HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        return handleExceptionInternal(error, Problems.of(HttpStatus.BAD_REQUEST, "malformed-body", "Malformed body",
                MalformedBody.describe(error.getCause())), headers, HttpStatus.BAD_REQUEST, request);
    }

    /** A database that does not answer is no fault of ours: the caller may try again. */
    @ExceptionHandler({DataAccessException.class, TransactionException.class})
    ResponseEntity<Object> database(RuntimeException error, WebRequest request) {
        return switch (Failure.of(error)) {
            case CONNECTION, RETRY, READ_ONLY, RESOURCES -> {
                String id = newId();
                log.warn("[{}] {}: a database did not answer", id, call(request), error);
                ProblemDetail problem = Problems.of(HttpStatus.SERVICE_UNAVAILABLE, "database-unavailable",
                        "Database unavailable", "a database that this call needs does not answer; try again");
                problem.setProperty("id", id);
                yield answer(problem);
            }
            default -> unexpected(error, request);
        };
    }

    /** Only a box that has reached no database since its start does not know a map. */
    @ExceptionHandler(MapUnknownException.class)
    ResponseEntity<Object> noMap(MapUnknownException error) {
        return answer(Problems.of(HttpStatus.SERVICE_UNAVAILABLE, "map-unknown", "Map unknown",
                String.valueOf(error.getMessage())));
    }

    @ExceptionHandler(Exception.class)
    ResponseEntity<Object> unexpected(Exception error, WebRequest request) {
        String id = newId();
        log.error("[{}] {} failed", id, call(request), error);
        ProblemDetail problem = Problems.of(HttpStatus.INTERNAL_SERVER_ERROR, "internal-error", "Internal error",
                "this box could not do it; its log says why, under id " + id);
        problem.setProperty("id", id);
        return answer(problem);
    }

    private static ResponseEntity<Object> answer(ProblemDetail problem) {
        return ResponseEntity.status(problem.getStatus()).contentType(MediaType.APPLICATION_PROBLEM_JSON).body(problem);
    }

    private static boolean hasType(ProblemDetail problem) {
        URI type = problem.getType();
        return type != null && type.toString().startsWith("urn:");
    }

    private String newId() {
        return HexFormat.of().toHexDigits(random.nextInt());
    }

    private static String call(WebRequest request) {
        return request instanceof ServletWebRequest servlet
                ? servlet.getHttpMethod() + " " + servlet.getRequest().getRequestURI()
                : request.getDescription(false);
    }
}
