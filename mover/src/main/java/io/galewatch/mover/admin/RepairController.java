package io.galewatch.mover.admin;

import io.galewatch.mover.web.Params;
import io.galewatch.mover.web.ProblemException;
import io.galewatch.mover.web.Refuses;
import io.galewatch.mover.web.Refuses.Refusal;
import io.galewatch.routing.table.MoverRequest;
import io.galewatch.routing.table.MoverRequest.Keep;
import io.galewatch.routing.table.MoverRequests;
import java.net.URI;
import java.security.Principal;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * What is asked of the mover beyond a rebalance: retry a turbine, settle conflicts, bring strays home. Nothing is done here:
 * a request is written down, and whoever holds the claim does it behind the fence.
 */
@RestController
class RepairController {

    private final MoverRequests requests;
    private final ConflictsReader conflicts;

    RepairController(MoverRequests requests, ConflictsReader conflicts) {
        this.requests = requests;
        this.conflicts = conflicts;
    }

    /** How a request stands; {@code outcome} is null until the holder has answered it. */
    record RequestView(long id, String kind, @Nullable String turbine, @Nullable String at, @Nullable String keep,
            String requestedBy, Instant requestedAt, @Nullable Instant finishedAt, @Nullable String outcome) {

        static RequestView of(MoverRequest request) {
            return new RequestView(request.id(), request.kind().label(), request.turbine(), request.readAt(),
                    request.keep() == null ? null : request.keep().label(), request.by(), request.at(),
                    request.finishedAt(), request.outcome());
        }
    }

    /** Tries a turbine again that was set aside. */
    @Refuses(@Refusal(status = HttpStatus.BAD_REQUEST, code = "invalid-parameter", when = "`turbine` is no serial"))
    @PostMapping("/admin/turbines/retry")
    ResponseEntity<RequestView> retry(@RequestParam String turbine, Principal user) {
        return accepted(requests.retry(Params.serial(turbine), user.getName()));
    }

    /**
     * Settles conflicts of a turbine; the values that lose are kept.
     *
     * @param keep whose values the readings shall have: {@code source} (what was moved) or {@code target} (what was there)
     * @param at one reading; all of the turbine's when left out, and then no number of conflicts sets it aside
     */
    @Refuses(@Refusal(status = HttpStatus.BAD_REQUEST, code = "invalid-parameter", when = "`turbine` is no serial, `keep` neither source nor target, or `at` no instant"))
    @PostMapping("/admin/turbines/resolve")
    ResponseEntity<RequestView> resolve(@RequestParam String turbine, @RequestParam String keep,
            @RequestParam(required = false) @Nullable String at, Principal user) {
        Instant readAt = Params.instant("at", at);
        return accepted(requests.resolve(Params.serial(turbine), readAt == null ? null : readAt.toString(),
                side(keep), user.getName()));
    }

    /** Looks for what is misplaced although no rebalance is under way, and brings it home. */
    @Refuses
    @PostMapping("/admin/reconcile")
    ResponseEntity<RequestView> reconcile(Principal user) {
        return accepted(requests.reconcile(user.getName()));
    }

    @Refuses(@Refusal(status = HttpStatus.NOT_FOUND, code = "not-found", when = "there is no such request"))
    @GetMapping("/admin/requests/{id}")
    RequestView request(@PathVariable long id) {
        return requests.find(id).map(RequestView::of).orElseThrow(
                () -> ProblemException.of(HttpStatus.NOT_FOUND, "not-found", "Not found", "there is no request " + id));
    }

    /** Conflicts that nobody has settled yet, oldest first. */
    @Refuses(@Refusal(status = HttpStatus.BAD_REQUEST, code = "invalid-parameter", when = "`turbine` is no serial, or `limit` is out of range"))
    @GetMapping("/admin/conflicts")
    ConflictsReader.Page conflicts(@RequestParam(required = false) @Nullable String turbine,
            @RequestParam(defaultValue = "100") int limit) {
        return conflicts.open(turbine == null ? null : Params.serial(turbine), Params.limit(limit, 1000));
    }

    private ResponseEntity<RequestView> accepted(long id) {
        return ResponseEntity.accepted().location(URI.create("/admin/requests/" + id)).body(request(id));
    }

    private static Keep side(String keep) {
        return switch (keep.toLowerCase(Locale.ROOT)) {
            case "source" -> Keep.SOURCE;
            case "target" -> Keep.TARGET;
            default -> throw Params.invalid("keep", "must be source or target");
        };
    }
}
