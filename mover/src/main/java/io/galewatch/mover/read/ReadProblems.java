package io.galewatch.mover.read;

import io.galewatch.mover.web.Problems;
import io.galewatch.routing.read.MapDisagreementException;
import io.galewatch.routing.read.ShardUnreachableException;
import io.galewatch.routing.read.UnknownTurbineException;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Reads that can't be answered. */
@Order(Ordered.HIGHEST_PRECEDENCE)
@RestControllerAdvice(assignableTypes = ReadController.class)
final class ReadProblems {

    @ExceptionHandler
    ResponseEntity<ProblemDetail> unknown(UnknownTurbineException e) {
        ProblemDetail problem = Problems.of(HttpStatus.NOT_FOUND, "unknown-turbine", "No such turbine",
                String.valueOf(e.getMessage()));
        problem.setProperty("turbine", e.turbine());
        return answer(problem);
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> unreachable(ShardUnreachableException e) {
        ProblemDetail problem = Problems.of(HttpStatus.SERVICE_UNAVAILABLE, "shard-unavailable",
                "A shard that is needed does not answer",
                e.shard() + " may hold readings of this turbine and does not answer; partial=true leaves it out");
        problem.setProperty("shard", e.shard().name());
        return answer(problem);
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> disagreement(MapDisagreementException e) {
        return answer(Problems.of(HttpStatus.SERVICE_UNAVAILABLE, "map-unsettled", "The shards do not agree on a map",
                String.valueOf(e.getMessage())));
    }

    private static ResponseEntity<ProblemDetail> answer(ProblemDetail problem) {
        ResponseEntity.BodyBuilder answer = ResponseEntity.status(problem.getStatus()).contentType(
                MediaType.APPLICATION_PROBLEM_JSON);
        if (problem.getStatus() == HttpStatus.SERVICE_UNAVAILABLE.value()) {
            answer.header(HttpHeaders.RETRY_AFTER, "1");
        }
        return answer.body(problem);
    }
}
