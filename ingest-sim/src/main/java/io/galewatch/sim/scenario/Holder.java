package io.galewatch.sim.scenario;

import io.galewatch.sim.lab.Box;

/** Who holds the claim, under which token. */
public record Holder(Box box, long token) {

    public String name() {
        return box.name();
    }

    @Override
    public String toString() {
        return box.name() + ", token " + token;
    }
}
