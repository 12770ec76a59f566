package io.galewatch.mover.ingest;

import io.galewatch.mover.web.Refuses;
import io.galewatch.mover.web.Refuses.Refusal;
import io.galewatch.routing.fleet.MapUnknownException;
import io.swagger.v3.oas.annotations.media.ArraySchema;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.parameters.RequestBody;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** {@code POST /readings}. */
@RestController
final class IngestController {

    private final BodyReader bodies;
    private final Admission admission;
    private final Ingest ingest;

    IngestController(BodyReader bodies, Admission admission, Ingest ingest) {
        this.bodies = bodies;
        this.admission = admission;
        this.ingest = ingest;
    }

    /**
     * Stores readings and answers when they are committed.
     *
     * @param partial whether bad elements are to be left out instead of spoiling all
     */
    @RequestBody(content = @Content(mediaType = MediaType.APPLICATION_JSON_VALUE, array = @ArraySchema(schema = @Schema(ref = "Reading"))))
    @ApiResponse(responseCode = "200", description = "all are stored, or were before", content = @Content(schema = @Schema(implementation = IngestReport.Taken.class)))
    @ApiResponse(responseCode = "207", description = "with `partial=true`: not all are stored", content = @Content(schema = @Schema(implementation = IngestReport.Partly.class)))
    @Refuses({
        @Refusal(status = HttpStatus.BAD_REQUEST, code = "malformed", when = "the body is not a JSON array of readings"),
        @Refusal(status = HttpStatus.BAD_REQUEST, code = "invalid-readings", when = "elements `indexes` can't be stored; nothing was taken"),
        @Refusal(status = HttpStatus.CONFLICT, code = "reading-conflict", when = "for `indexes` other values are stored under that turbine and instant; all others are stored"),
        @Refusal(status = HttpStatus.CONTENT_TOO_LARGE, code = "too-large", when = "the body has too many bytes or elements; nothing was taken"),
        @Refusal(status = HttpStatus.TOO_MANY_REQUESTS, code = "overloaded", when = "too much is under way; `indexes`, or without them all, were not taken: send them again after `Retry-After`"),
        @Refusal(status = HttpStatus.SERVICE_UNAVAILABLE, code = "readings-not-taken", when = "`indexes` were not taken, because `shards` did not take them in time; all others are stored")})
    @PostMapping(path = "/readings", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<Object> store(HttpServletRequest request, @RequestParam(defaultValue = "false") boolean partial)
            throws IOException, InterruptedException {
        try (Admission.Share share = admission.open()) {
            List<Element> elements = bodies.read(request.getInputStream(), request.getContentLengthLong(), share);
            List<Element.Bad> bad = BodyReader.bad(elements);
            if (!bad.isEmpty() && !partial) {
                return IngestAnswers.invalid(bad);
            }
            List<Element.Good> good = BodyReader.good(elements);
            List<Ruling> rulings = ingest.store(BodyReader.readings(good));
            return partial ? IngestAnswers.partial(bad, good, rulings) : IngestAnswers.whole(good, rulings);
        } catch (RefusedBodyException e) {
            return IngestAnswers.refused(e);
        } catch (MapUnknownException e) {
            return IngestAnswers.mapUnknown();
        }
    }
}
