package io.galewatch.mover.admin;

import io.galewatch.mover.web.ProblemException;
import io.galewatch.mover.web.Refuses;
import io.galewatch.mover.web.Refuses.Refusal;
import io.galewatch.routing.map.ShardMap;
import io.galewatch.routing.table.RoutingTable;
import java.net.URI;
import java.security.Principal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** {@code /admin/rebalance}. */
@RestController
@RequestMapping("/admin/rebalance")
class RebalanceController {

    private static final int LONGEST_REASON = 500;

    private final Rebalances rebalances;
    private final PlanReader plans;
    private final StatusReader status;
    private final RoutingTable routing;

    RebalanceController(Rebalances rebalances, PlanReader plans, StatusReader status, RoutingTable routing) {
        this.rebalances = rebalances;
        this.plans = plans;
        this.status = status;
        this.routing = routing;
    }

    /** What a rebalance is asked for with. */
    record Request(@Nullable Integer shards, @Nullable Long expectedEpoch) {}

    /** What was made. */
    record Created(long epoch, int shards) {}

    /** Why it is paused. */
    record Reason(@Nullable String reason) {}

    /** Makes the next epoch, with N shards. */
    @Refuses({
        @Refusal(status = HttpStatus.BAD_REQUEST, code = "bad-request", when = "`shards` is not from 1 to 1024"),
        @Refusal(status = HttpStatus.CONFLICT, code = "epoch-taken", when = "another call was first, that N is in force and settled, or `expectedEpoch` is stale, or missing while a rebalance is under way; `epoch` and `shards` are what is in force"),
        @Refusal(status = HttpStatus.UNPROCESSABLE_CONTENT, code = "shard-not-registered", when = "`shard` is not registered, or the box has no address of it"),
        @Refusal(status = HttpStatus.UNPROCESSABLE_CONTENT, code = "shard-not-ready", when = "`shard` does not answer with identity, schema and fence, or has other columns"),
        @Refusal(status = HttpStatus.UNPROCESSABLE_CONTENT, code = "not-migrated", when = "there is no epoch yet")})
    @ResponseStatus(HttpStatus.ACCEPTED)
    @PostMapping
    ResponseEntity<Created> rebalance(@RequestBody Request request, Principal user) {
        ShardMap map = rebalances.create(possible(request.shards()), request.expectedEpoch(), user.getName());
        return ResponseEntity.accepted().location(URI.create("/admin/rebalance")).body(
                new Created(map.epoch(), map.shards()));
    }

    /** How the newest rebalance stands; null for what could not be asked. */
    @Refuses
    @GetMapping
    Status status() {
        return status.read();
    }

    /** What a rebalance to N shards would move; changes nothing. */
    @Refuses({
        @Refusal(status = HttpStatus.UNPROCESSABLE_CONTENT, code = "shard-not-registered", when = "`shard` is not registered, or the box has no address of it"),
        @Refusal(status = HttpStatus.UNPROCESSABLE_CONTENT, code = "not-migrated", when = "there is no epoch yet")})
    @GetMapping("/plan")
    Plan plan(@RequestParam(required = false) @Nullable Integer shards) {
        return plans.read(possible(shards));
    }

    /** The holder ends its batch and releases; nobody takes the claim until {@link #resume}. */
    @Refuses(@Refusal(status = HttpStatus.BAD_REQUEST, code = "bad-request", when = "`reason` is blank or longer than 500 characters"))
    @ResponseStatus(HttpStatus.ACCEPTED)
    @PostMapping("/pause")
    ResponseEntity<Status.Paused> pause(@RequestBody(required = false) @Nullable Reason body, Principal user) {
        String reason = Optional.ofNullable(body).map(Reason::reason).orElse("no reason given");
        if (reason.isBlank() || reason.length() > LONGEST_REASON) {
            throw badRequest("reason must be 1 to " + LONGEST_REASON + " characters, or left out");
        }
        routing.pause(user.getName(), reason);
        return ResponseEntity.accepted().body(
                routing.pause().map(Status.Paused::of).orElse(new Status.Paused(user.getName(), reason)));
    }

    /** Boxes compete for the claim again. */
    @Refuses
    @ResponseStatus(HttpStatus.ACCEPTED)
    @PostMapping("/resume")
    ResponseEntity<Void> resume() {
        routing.resume();
        return ResponseEntity.accepted().build();
    }

    private static int possible(@Nullable Integer shards) {
        if (shards == null || shards < 1 || shards > ShardMap.MAX_SHARDS) {
            throw badRequest("shards must be a number from 1 to " + ShardMap.MAX_SHARDS);
        }
        return shards;
    }

    private static ProblemException badRequest(String detail) {
        return ProblemException.of(HttpStatus.BAD_REQUEST, "bad-request", "Bad request", detail);
    }
}
