package io.galewatch.sim.scenario;

import java.util.function.Supplier;

/** Who does something on stage. Who it is may be known only when the moment comes: the owner of the claim, for example. */
public record Actor(Supplier<String> name) {

    /** The lab itself, which does to the fleet what a bad night does. */
    public static final Actor LAB = called("lab");
    public static final Actor ROUTING = called("routing");
    /** Whoever answers for the fleet as a whole. */
    public static final Actor FLEET = called("fleet");

    public static Actor called(String name) {
        return new Actor(() -> name);
    }

    public static Actor box(int number) {
        return called("box-" + number);
    }

    public static Actor shard(int number) {
        return called("shard-" + number);
    }
}
