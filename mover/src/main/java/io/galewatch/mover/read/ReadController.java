package io.galewatch.mover.read;

import io.galewatch.mover.web.Params;
import io.galewatch.mover.web.Refuses;
import io.galewatch.mover.web.Refuses.Refusal;
import io.galewatch.routing.read.Cursor;
import io.galewatch.routing.read.HistoryQuery;
import io.galewatch.routing.read.HistoryReader;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.util.Map;
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
        HistoryQuery query = new HistoryQuery(Params.serial(turbine), Params.instant("from", from),
                Params.instant("to", to), Params.optional("after", after, Cursor::decode),
                Params.limit(limit, HistoryQuery.MAX_LIMIT), partial);
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
        return ReadingBody.of(history.latest(Params.serial(turbine)));
    }
}
