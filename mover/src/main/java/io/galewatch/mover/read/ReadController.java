package io.galewatch.mover.read;

import io.galewatch.mover.web.ProblemException;
import io.galewatch.mover.web.Refuses;
import io.galewatch.mover.web.Refuses.Refusal;
import io.galewatch.routing.map.SerialRule;
import io.galewatch.routing.read.Cursor;
import io.galewatch.routing.read.HistoryQuery;
import io.galewatch.routing.read.HistoryReader;
import io.galewatch.routing.read.Rfc3339;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** {@code GET /readings} and {@code GET /turbines/latest}. The turbine is a parameter: a serial may hold a slash. */
@RestController
final class ReadController {

    private final HistoryReader history;

    ReadController(HistoryReader history) {
        this.history = history;
    }

    /** Readings of {@code [from, to)}, oldest first. */
    @Refuses({
        @Refusal(status = HttpStatus.BAD_REQUEST, code = "invalid-parameter", when = "`parameter` can't be used"),
        @Refusal(status = HttpStatus.NOT_FOUND, code = "unknown-turbine", when = "no shard has a reading of `turbine`"),
        @Refusal(status = HttpStatus.SERVICE_UNAVAILABLE, code = "shard-unavailable", when = "`shard` may hold some and does not answer; `partial=true` leaves it out"),
        @Refusal(status = HttpStatus.SERVICE_UNAVAILABLE, code = "map-unsettled", when = "the shards do not agree on a map yet; try again")})
    @GetMapping("/readings")
    HistoryBody readings(@RequestParam String turbine, @RequestParam(required = false) @Nullable String from,
            @RequestParam(required = false) @Nullable String to, @RequestParam(defaultValue = "1000") int limit,
            @RequestParam(required = false) @Nullable String after,
            @RequestParam(defaultValue = "false") boolean partial) {
        if (limit < 1 || limit > HistoryQuery.MAX_LIMIT) {
            throw invalid("limit", "must be 1 to " + HistoryQuery.MAX_LIMIT);
        }
        HistoryQuery query = new HistoryQuery(serial(turbine), optional("from", from, Rfc3339::parse),
                optional("to", to, Rfc3339::parse), optional("after", after, Cursor::decode), limit, partial);
        return HistoryBody.of(history.page(query));
    }

    /** The newest reading. */
    @Refuses({
        @Refusal(status = HttpStatus.BAD_REQUEST, code = "invalid-parameter", when = "`parameter` can't be used"),
        @Refusal(status = HttpStatus.NOT_FOUND, code = "unknown-turbine", when = "no shard has a reading of `turbine`"),
        @Refusal(status = HttpStatus.SERVICE_UNAVAILABLE, code = "shard-unavailable", when = "`shard` may hold it and does not answer"),
        @Refusal(status = HttpStatus.SERVICE_UNAVAILABLE, code = "map-unsettled", when = "the shards do not agree on a map yet; try again")})
    @ApiResponse(responseCode = "200", description = "OK", content = @Content(schema = @Schema(ref = "Reading")))
    @GetMapping("/turbines/latest")
    Map<String, Object> latest(@RequestParam String turbine) {
        return ReadingBody.of(history.latest(serial(turbine)));
    }

    private static String serial(String turbine) {
        SerialRule.problem(turbine).ifPresent(problem -> {
            throw invalid("turbine", problem);
        });
        return turbine;
    }

    private static <T> @Nullable T optional(String name, @Nullable String text, Function<String, T> parse) {
        if (text == null || text.isEmpty()) {
            return null;
        }
        try {
            return parse.apply(text);
        } catch (IllegalArgumentException e) {
            throw invalid(name, name.equals("after") ? "is not a cursor of an earlier page" : e.getMessage());
        }
    }

    private static ProblemException invalid(String parameter, @Nullable String problem) {
        return ProblemException.of(HttpStatus.BAD_REQUEST, "invalid-parameter", "A parameter can't be used",
                parameter + " " + problem).with("parameter", parameter);
    }
}
