package io.galewatch.sim.lab;

import io.galewatch.sim.lab.FaultRig.Holder;
import io.galewatch.sim.postgres.Server;
import java.util.random.RandomGenerator;

/** A kind of fault, and how it is mended. */
enum Fault {
    OWNER_FROZEN {
        @Override
        Runnable strike(FaultRig rig, Holder owner, RandomGenerator random) {
            owner.box().freeze();
            return () -> owner.box().thaw();
        }
    },
    OWNER_KILLED {
        @Override
        Runnable strike(FaultRig rig, Holder owner, RandomGenerator random) {
            owner.box().kill();
            return () -> {
                owner.box().start();
                owner.box().awaitReady();
            };
        }
    },
    ROUTING_AWAY {
        @Override
        Runnable strike(FaultRig rig, Holder owner, RandomGenerator random) {
            rig.fleet.databases().routing().stopFast();
            return () -> rig.fleet.databases().routing().start();
        }
    },
    OWNER_CUT_OFF_FROM_ROUTING {
        @Override
        Runnable strike(FaultRig rig, Holder owner, RandomGenerator random) {
            rig.fleet.links().between(owner.box().name(), "routing").cut();
            return () -> rig.fleet.links().pass();
        }
    },
    SHARD_KILLED {
        @Override
        Runnable strike(FaultRig rig, Holder owner, RandomGenerator random) {
            Server shard = anyShard(rig, random);
            shard.stopImmediately();
            return shard::start;
        }
    },
    SHARD_RESTARTED {
        @Override
        Runnable strike(FaultRig rig, Holder owner, RandomGenerator random) {
            anyShard(rig, random).restart();
            return () -> {};
        }
    },
    COMMIT_ANSWER_LOST {
        @Override
        Runnable strike(FaultRig rig, Holder owner, RandomGenerator random) {
            rig.fleet.links().between(owner.box().name(), anyShard(rig, random).name()).loseAnswerTo("COMMIT");
            return () -> rig.fleet.links().pass();
        }
    },
    LINK_STALLED {
        @Override
        Runnable strike(FaultRig rig, Holder owner, RandomGenerator random) {
            rig.fleet.links().between(owner.box().name(), anyShard(rig, random).name()).stall();
            return () -> rig.fleet.links().pass();
        }
    };

    /** Does it; returns what mends it. */
    abstract Runnable strike(FaultRig rig, Holder owner, RandomGenerator random);

    private static Server anyShard(FaultRig rig, RandomGenerator random) {
        return rig.fleet.databases().shards().get(random.nextInt(rig.fleet.databases().shards().size()));
    }
}
