package io.galewatch.mover.move;

import io.galewatch.routing.map.ShardId;
import io.galewatch.routing.map.ShardMap;
import io.galewatch.routing.table.MoverRequest;
import io.galewatch.routing.table.MoverRequest.Kind;
import io.galewatch.routing.table.MoverRequests;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;

/**
 * The administrators' requests, as the holder serves them in a pass: before planning, turbines that were set aside are let
 * in again; after moving, conflicts are settled and each request is answered. One that concerns a shard out of reach stays
 * open until a later pass.
 */
final class Requests {

    private static final Logger log = LoggerFactory.getLogger(Requests.class);

    private final Move.Tools tools;
    private final MoverRequests table;
    private final List<MoverRequest> open;

    private Requests(Move.Tools tools, MoverRequests table, List<MoverRequest> open) {
        this.tools = tools;
        this.table = table;
        this.open = open;
    }

    /** What is open now; nothing when the routing database does not answer. */
    static Requests read(Move.Tools tools, MoverRequests table) {
        try {
            return new Requests(tools, table, table.open());
        } catch (DataAccessException e) {
            log.debug("routing database does not answer about requests", e);
            return new Requests(tools, table, List.of());
        }
    }

    /** Lets turbines in again that were set aside under this map. */
    void letIn(ShardMap map, List<ShardId> sealed) {
        Set<String> turbines = open.stream().filter(request -> request.kind() != Kind.RECONCILE).flatMap(
                request -> Optional.ofNullable(request.turbine()).stream()).collect(Collectors.toSet());
        for (ShardId shard : turbines.isEmpty() ? List.<ShardId>of() : sealed) {
            tools.batches().run(shard, map, connection -> {
                tools.journal().letIn(connection, map.mapId(), turbines);
                return true;
            });
            tools.lease().progressed();
        }
    }

    /** Turbines whose conflicts are to be settled, all of them: however many there are, they are no reason to set it aside. */
    Set<String> withoutBound() {
        return open.stream().filter(request -> request.kind() == Kind.RESOLVE && request.readAt() == null).flatMap(
                request -> Optional.ofNullable(request.turbine()).stream()).collect(Collectors.toSet());
    }

    /**
     * Settles and answers.
     *
     * @param everyShard whether all shards were sealed, so that nothing can be hidden on another one
     */
    void answer(ShardMap map, List<ShardId> sealed, Moves.Outcome moved, boolean everyShard) {
        for (MoverRequest request : open) {
            String outcome = switch (request.kind()) {
                case RETRY -> whereItIs(request, moved);
                case RESOLVE -> settle(map, sealed, request, moved);
                case RECONCILE -> moved.home().size() + " turbines brought home, " + moved.left().size() + " left "
                        + moved.left();
            };
            if (everyShard || moved.home().contains(String.valueOf(request.turbine()))) {
                finish(request, outcome);
            }
        }
    }

    private static String whereItIs(MoverRequest request, Moves.Outcome moved) {
        String turbine = String.valueOf(request.turbine());
        if (moved.home().contains(turbine)) {
            return "moved home";
        }
        return moved.left().containsKey(turbine)
                ? "not home: " + moved.left().get(turbine)
                : "it is at home, there was nothing to move";
    }

    private String settle(ShardMap map, List<ShardId> sealed, MoverRequest request, Moves.Outcome moved) {
        try {
            long settled = new Settlement(tools, map, request).run(sealed);
            return settled + " readings settled; " + whereItIs(request, moved);
        } catch (SetAsideException e) {
            return "not settled, " + e.reason();
        }
    }

    private void finish(MoverRequest request, String outcome) {
        try {
            table.finish(request, outcome, tools.grant());
            log.info("request {} of {} ({} {}): {}", request.id(), request.by(), request.kind().label(),
                    request.turbine(), outcome);
        } catch (DataAccessException e) {
            log.debug("request {} is answered later, the routing database does not answer", request.id(), e);
        }
    }
}
