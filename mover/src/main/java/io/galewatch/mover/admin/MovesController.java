package io.galewatch.mover.admin;

import io.galewatch.mover.web.ProblemException;
import io.galewatch.mover.web.Refuses;
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

    /** @param epoch the newest when left out */
    @Refuses
    @GetMapping("/admin/moves")
    MoveEvidence.Page moves(@RequestParam(required = false) @Nullable Long epoch,
            @RequestParam(defaultValue = "") String after, @RequestParam(defaultValue = "100") int limit) {
        if (limit < 1 || limit > MOST) {
            throw ProblemException.of(HttpStatus.BAD_REQUEST, "bad-request", "Bad request",
                    "limit must be from 1 to " + MOST);
        }
        return moves.read(epoch == null ? fleetMap.view().map().epoch() : epoch, after, limit);
    }
}
