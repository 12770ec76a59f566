package io.galewatch.mover.audit;

import io.galewatch.mover.web.ProblemException;
import io.galewatch.mover.web.Refuses;
import io.galewatch.mover.web.Refuses.Refusal;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** {@code /admin/audit}: as JSON, or as a table for {@code Accept: text/plain}. */
@RestController
class AuditController {

    private final Audits audits;

    AuditController(Audits audits) {
        this.audits = audits;
    }

    /** @param gap the longest silence that is not reported, like {@code 6h} or {@code PT6H}; {@code 0s} looks for none */
    @Refuses({
        @Refusal(status = HttpStatus.BAD_REQUEST, code = "invalid-parameter", when = "`gap` is no time"),
        @Refusal(status = HttpStatus.CONFLICT, code = "audit-running", when = "this box is running an audit already"),
        @Refusal(status = HttpStatus.SERVICE_UNAVAILABLE, code = "unavailable", when = "the box is shutting down")})
    @PostMapping(path = "/admin/audit", produces = MediaType.APPLICATION_JSON_VALUE)
    AuditReport audit(@RequestParam(required = false) @Nullable String gap) {
        return run(gap);
    }

    /** As {@link #audit}, as a table. */
    @Refuses({
        @Refusal(status = HttpStatus.BAD_REQUEST, code = "invalid-parameter", when = "`gap` is no time"),
        @Refusal(status = HttpStatus.CONFLICT, code = "audit-running", when = "this box is running an audit already"),
        @Refusal(status = HttpStatus.SERVICE_UNAVAILABLE, code = "unavailable", when = "the box is shutting down")})
    @PostMapping(path = "/admin/audit", produces = MediaType.TEXT_PLAIN_VALUE)
    String auditAsTable(@RequestParam(required = false) @Nullable String gap) {
        return run(gap).table();
    }

    /** The last audit of this box since it started. */
    @Refuses(@Refusal(status = HttpStatus.NOT_FOUND, code = "not-found", when = "this box has run no audit since it started"))
    @GetMapping(path = "/admin/audit", produces = MediaType.APPLICATION_JSON_VALUE)
    AuditReport last() {
        return audits.last().orElseThrow(() -> ProblemException.of(HttpStatus.NOT_FOUND, "not-found", "Not found",
                "this box has run no audit since it started"));
    }

    private AuditReport run(@Nullable String gap) {
        Optional<Duration> silence = Optional.ofNullable(gap).map(AuditController::duration);
        try {
            return audits.run(silence).orElseThrow(() -> ProblemException.of(HttpStatus.CONFLICT, "audit-running",
                    "An audit is running",
                    "this box is running an audit already; its result will be at GET /admin/audit"));
        } catch (CancellationException e) {
            throw ProblemException.of(HttpStatus.SERVICE_UNAVAILABLE, "unavailable", "Unavailable",
                    "the box is shutting down; the audit was broken off, ask another box");
        }
    }

    private static Duration duration(String gap) {
        try {
            Duration duration = DurationStyle.detectAndParse(gap);
            if (!duration.isNegative() && duration.compareTo(Duration.ofDays(3650)) <= 0
                    && (duration.isZero() || duration.compareTo(Duration.ofSeconds(1)) >= 0)) {
                return duration;
            }
        } catch (IllegalArgumentException | ArithmeticException | DateTimeParseException e) {
            // Said below, with what is allowed.
        }
        throw ProblemException.of(HttpStatus.BAD_REQUEST, "invalid-parameter", "A parameter can't be used",
                "gap must be 0s, or a time from 1s to 3650d, like 6h or PT6H").with("parameter", "gap");
    }
}
