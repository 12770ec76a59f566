package io.galewatch.sim.scenario;

import io.galewatch.sim.postgres.Server;

/** A kind of fault, and how it is mended. Which shard it strikes is a number drawn before: a replay strikes the same one. */
enum Fault {
    OWNER_FROZEN("the owner is frozen") {
        @Override
        Timeline.Deed strike(Stage stage, Holder owner, int which) {
            owner.box().freeze();
            return () -> owner.box().thaw();
        }
    },
    OWNER_KILLED("the owner is killed") {
        @Override
        Timeline.Deed strike(Stage stage, Holder owner, int which) {
            owner.box().kill();
            return () -> {
                owner.box().start();
                owner.box().awaitReady();
            };
        }
    },
    ROUTING_AWAY("the routing database is away") {
        @Override
        Timeline.Deed strike(Stage stage, Holder owner, int which) {
            stage.routing().stopFast();
            return () -> stage.routing().start();
        }
    },
    OWNER_CUT_OFF_FROM_ROUTING("the owner is cut off from the routing database") {
        @Override
        Timeline.Deed strike(Stage stage, Holder owner, int which) {
            stage.holdDown(owner.box());
            return () -> stage.fleet().links().pass();
        }
    },
    SHARD_KILLED("a shard crashes") {
        @Override
        Timeline.Deed strike(Stage stage, Holder owner, int which) {
            shard(stage, which).stopImmediately();
            return () -> shard(stage, which).start();
        }
    },
    SHARD_RESTARTED("a shard is restarted") {
        @Override
        Timeline.Deed strike(Stage stage, Holder owner, int which) {
            shard(stage, which).restart();
            return () -> {};
        }
    },
    COMMIT_ANSWER_LOST("the answer to the next COMMIT is lost") {
        @Override
        Timeline.Deed strike(Stage stage, Holder owner, int which) {
            stage.fleet().links().between(owner.name(), shard(stage, which).name()).loseAnswerTo("COMMIT");
            return () -> stage.fleet().links().pass();
        }
    },
    LINK_STALLED("the owner's link to a shard swallows everything") {
        @Override
        Timeline.Deed strike(Stage stage, Holder owner, int which) {
            stage.fleet().links().between(owner.name(), shard(stage, which).name()).stall();
            return () -> stage.fleet().links().pass();
        }
    };

    private final String words;

    Fault(String words) {
        this.words = words;
    }

    /** What happens, in words. */
    String words() {
        return words;
    }

    /** Does it; returns what mends it. */
    abstract Timeline.Deed strike(Stage stage, Holder owner, int which);

    private static Server shard(Stage stage, int which) {
        return stage.fleet().databases().shards().get(which % stage.fleet().databases().shards().size());
    }
}
