package io.galewatch.mover.console;

import io.galewatch.mover.web.ProblemException;
import io.galewatch.mover.web.Refuses;
import io.galewatch.mover.web.Refuses.Refusal;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** {@code /console/events}. */
@RestController
final class ConsoleController {

    private static final Logger log = LoggerFactory.getLogger(ConsoleController.class);

    private final Listeners listeners;

    ConsoleController(Listeners listeners) {
        this.listeners = listeners;
    }

    /**
     * Server-sent events: {@code state} every second; {@code cells} with all turbines, then {@code changed} with those that
     * changed; {@code feed} with events that are new. The thread of the request, a virtual one, writes them.
     */
    @ApiResponse(responseCode = "200", description = "events `state`, `cells`, `changed` and `feed`, as long as the caller stays", content = @Content(mediaType = MediaType.TEXT_EVENT_STREAM_VALUE, schema = @Schema(type = "string")))
    @Refuses(@Refusal(status = HttpStatus.SERVICE_UNAVAILABLE, code = "too-many-listeners", when = "this box has 32 listeners already, or is about to end"))
    @GetMapping("/console/events")
    void events(HttpServletResponse response) throws InterruptedException {
        Listener listener = listeners.join().orElseThrow(() -> ProblemException.of(HttpStatus.SERVICE_UNAVAILABLE,
                "too-many-listeners", "Too many listeners",
                "this box has " + Listeners.MOST + " listeners already, or is about to end; ask another one"));
        try {
            response.setContentType(MediaType.TEXT_EVENT_STREAM_VALUE);
            response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
            listener.pump(response.getOutputStream());
        } catch (IOException e) {
            log.debug("a listener of the console has gone", e);
        } finally {
            listeners.leave(listener);
        }
    }
}
