package io.galewatch.sim.scenario;

import io.galewatch.sim.lab.Box;
import io.galewatch.sim.postgres.Server;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;

/**
 * Lies in wait for the owner and freezes it (SIGSTOP) at a moment of its work. A signal takes a while to arrive: an owner
 * that had gone on by then is woken at once, and waited for again.
 */
public final class Ambush {

    private final Stage stage;
    private final Moment moment;
    private Optional<Holder> caught = Optional.empty();
    private Optional<Connection> blocker = Optional.empty();

    public Ambush(Stage stage, Moment moment) {
        this.stage = stage;
        this.moment = moment;
    }

    /** Whoever was caught. */
    public Holder caught() {
        return caught.orElseThrow(() -> new IllegalStateException("nobody has been caught yet"));
    }

    public Box box() {
        return caught().box();
    }

    /** Who it is, once it is known. */
    public Actor owner() {
        return new Actor(() -> caught.map(Holder::name).orElse("the owner"));
    }

    /** True when the owner is frozen at the moment. When a rebalance ends before that, the next one is asked for. */
    public boolean sprung() throws SQLException {
        Optional<Holder> holder = stage.watch().holder();
        if (holder.isEmpty()) {
            if (stage.watch().complete()) {
                stage.flip();
            }
            return false;
        }
        return moment == Moment.RENEW ? caughtRenewing(holder.get()) : caughtWorking(holder.get());
    }

    private boolean caughtWorking(Holder holder) {
        Optional<Server> shard = stage.fleet().databases().shards().stream().filter(moment::hasCome).findFirst();
        if (shard.isEmpty()) {
            return false;
        }
        holder.box().freeze();
        return caughtOrFreed(holder, moment.stillIs(shard.get()));
    }

    private boolean caughtOrFreed(Holder holder, boolean still) {
        if (still && stage.watch().holder().equals(Optional.of(holder))) {
            caught = Optional.of(holder);
            return true;
        }
        holder.box().thaw();
        return false;
    }

    /** The renewal waits behind a lock of the lab's; it is stopped there, and then gets the lock while it cannot go on. */
    private boolean caughtRenewing(Holder holder) throws SQLException {
        if (blocker.isEmpty()) {
            // Before it has sealed a shard it has nothing to be fenced from.
            if (stage.watch().journalSays("token = %d and step = 'copying'".formatted(holder.token())).isEmpty()) {
                return false;
            }
            blocker = Optional.of(lockTheClaim());
        }
        if (!moment.stillIs(stage.routing())) {
            return false;
        }
        holder.box().freeze();
        boolean still = moment.stillIs(stage.routing());
        blocker.get().close();
        blocker = Optional.empty();
        return caughtOrFreed(holder, still);
    }

    private Connection lockTheClaim() throws SQLException {
        Connection connection = stage.routing().connectAsSuperuserTo(Server.DATABASE);
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("select 1 from mover_claim for update");
        }
        return connection;
    }
}
