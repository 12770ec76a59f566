package io.galewatch.mover.move;

import io.galewatch.mover.move.DeleteStep.NotProvedException;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings one turbine's rows home: copy, verify, delete. Each step begins at what its shard's journal says, so running this
 * again after any interruption, by any holder, goes on and repeats nothing that was committed.
 *
 * <p>
 * No step ever deletes on the target to tidy up: a half copy is resumed, or is itself found to be misplaced.
 */
final class TurbineMove {

    private static final Logger log = LoggerFactory.getLogger(TurbineMove.class);
    private static final int STRIKES = 2;

    private final Move move;
    private final CopyStep copy;
    private final Consumer<Step> entering;

    private TurbineMove(Move move, Consumer<Step> entering) {
        this.move = move;
        this.copy = new CopyStep(move);
        this.entering = entering;
    }

    /**
     * @param maxConflicts of the turbine before it is set aside
     * @param entering is told each step as it begins
     * @throws SetAsideException when the shards' tables differ, or can't be compared
     */
    static TurbineMove of(Misplaced misplaced, Move.Tools tools, long maxConflicts, Consumer<Step> entering) {
        ReadingsTable source = TurbineRows.table(tools.sessions(), misplaced.source());
        tools.lease().progressed();
        ReadingsTable target = TurbineRows.table(tools.sessions(), misplaced.target());
        source.obstacle(target).ifPresent(obstacle -> {
            throw new SetAsideException(
                    "from " + misplaced.source() + " to " + misplaced.target() + " nothing can be moved: " + obstacle);
        });
        TurbineRows rows = new TurbineRows(tools.sessions(), source, misplaced.turbine());
        return new TurbineMove(new Move(misplaced, source, rows, maxConflicts, tools), entering);
    }

    /** The first half: every row of the source is on the target. */
    void copy() {
        entering.accept(Step.COPY);
        copy.run();
    }

    /** The second half: what is proved to be on the target leaves the source. */
    void verifyAndDelete() {
        for (int strike = 1;; strike++) {
            entering.accept(Step.VERIFY);
            List<Window> proved = new VerifyStep(move, copy).run();
            entering.accept(Step.DELETE);
            try {
                new DeleteStep(move).run(proved);
                return;
            } catch (NotProvedException e) {
                if (strike == STRIKES) {
                    throw new SetAsideException(e.reason());
                }
                log.warn("{}; verified again", e.reason());
            }
        }
    }
}
