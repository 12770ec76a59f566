package io.galewatch.mover.ingest;

import io.galewatch.routing.fleet.MapUnknownException;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.List;
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
