package io.galewatch.sim.scenario;

import io.galewatch.sim.lab.RebalanceStatus;
import java.util.List;
import java.util.Optional;

/** The owner of the claim on a fleet in containers, by what any box says: caught while it moves, and whoever came after it. */
final class ComposeOwner {

    private final ComposeFleet fleet;
    private Optional<RebalanceStatus.Holder> owner = Optional.empty();
    private Optional<RebalanceStatus.Holder> next = Optional.empty();

    ComposeOwner(ComposeFleet fleet) {
        this.fleet = fleet;
    }

    /** Asks for three shards, or for two when there are three. */
    void flip() throws InterruptedException {
        int shards = fleet.status().map(RebalanceStatus::shards).orElse(2);
        fleet.admin().rebalance(shards == 3 ? 2 : 3);
    }

    /** True when some turbine has moved and more are to come. */
    boolean moves() throws InterruptedException {
        Optional<RebalanceStatus> status = fleet.status();
        owner = status.flatMap(RebalanceStatus::holder);
        return owner.isPresent() && status.filter(now -> !now.complete() && now.rowsMoved() > 0).isPresent();
    }

    String name() {
        return owner.map(RebalanceStatus.Holder::owner).orElse("the owner");
    }

    Actor actor() {
        return new Actor(this::name);
    }

    /** True when another box holds the claim, under a higher token. */
    boolean isReplaced() throws InterruptedException {
        next = fleet.status().flatMap(RebalanceStatus::holder).filter(
                holder -> holder.token() > owner.map(RebalanceStatus.Holder::token).orElse(0L)
                        && !holder.owner().equals(name()));
        return next.isPresent();
    }

    Actor successor() {
        return new Actor(() -> next.map(RebalanceStatus.Holder::owner).orElse("another"));
    }

    List<String> words() {
        return List.of("token " + next.map(RebalanceStatus.Holder::token).orElse(0L));
    }

    boolean isFenced() {
        return fenced().isPresent();
    }

    List<String> fencedLine() {
        return fenced().stream().toList();
    }

    private Optional<String> fenced() {
        return fleet.logLine(name(), "FENCED box=" + name());
    }

    boolean isComplete() throws InterruptedException {
        return fleet.status().filter(RebalanceStatus::complete).isPresent();
    }
}
