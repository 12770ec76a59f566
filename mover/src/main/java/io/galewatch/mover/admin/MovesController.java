package io.galewatch.mover.admin;

import io.galewatch.mover.web.Params;
import io.galewatch.mover.web.Refuses;
import io.galewatch.mover.web.Refuses.Refusal;
import io.galewatch.routing.fleet.FleetMap;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** {@code /admin/moves}: the evidence, turbine by turbine. */
@RestController
class MovesController {

    private static final int MOST = 1000;

    private final MovesReader moves;
    private final FleetMap fleetMap;

    MovesController(MovesReader moves, FleetMap fleetMap) {
        this.moves = moves;
        this.fleetMap = fleetMap;
    }

    /**
     * @param epoch the newest when left out
     * @param turbine only this one
     * @param step only moves that stand there: waiting, copying, verifying, deleting, done or set-aside
     */
    @Refuses(@Refusal(status = HttpStatus.BAD_REQUEST, code = "invalid-parameter", when = "`turbine` is no serial, `step` is unknown, or `limit` is out of range"))
    @GetMapping("/admin/moves")
    MoveEvidence.Page moves(@RequestParam(required = false) @Nullable Long epoch,
            @RequestParam(required = false) @Nullable String turbine,
            @RequestParam(required = false) @Nullable String step,
            @RequestParam(defaultValue = "") String after, @RequestParam(defaultValue = "100") int limit) {
        Params.limit(limit, MOST);
        if (step != null && Step.of(step).isEmpty()) {
            throw Params.invalid("step", "must be waiting, copying, verifying, deleting, done or set-aside");
        }
        return moves.read(new MovesReader.Query(epoch == null ? fleetMap.view().map().epoch() : epoch,
                turbine == null ? null : Params.serial(turbine), step, after, limit));
    }
}
