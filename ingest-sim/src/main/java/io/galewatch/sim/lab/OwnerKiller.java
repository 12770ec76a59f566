package io.galewatch.sim.lab;

import java.sql.SQLException;
import java.util.Optional;

/** Kills the box that moves, once, when about half of the turbines are done. */
final class OwnerKiller {

    private final Fleet fleet;
    private boolean done;

    OwnerKiller(Fleet fleet) {
        this.fleet = fleet;
    }

    /** Returns the name of the box when it has just been killed. */
    Optional<String> look(RebalanceStatus status, long displaced) {
        if (done || status.complete() || status.count("done") * 2 < displaced) {
            return Optional.empty();
        }
        Optional<Box> holder = holder();
        holder.ifPresent(box -> {
            box.kill();
            done = true;
        });
        return holder.map(Box::name);
    }

    /** By the claim row: a box's own answer may be a moment old. An owner may carry more than the name of its box. */
    private Optional<Box> holder() {
        try {
            return Evidence.holder(fleet.databases()).flatMap(owner -> fleet.boxes().stream().filter(
                    box -> owner.equals(box.name()) || owner.matches(box.name() + "[^0-9].*")).findFirst());
        } catch (SQLException e) {
            throw new IllegalStateException("cannot read the claim", e);
        }
    }
}
