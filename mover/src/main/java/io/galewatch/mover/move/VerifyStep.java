package io.galewatch.mover.move;

import io.galewatch.mover.move.Interruption.Point;
import io.galewatch.routing.map.ShardId;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Proves that the target holds every row that the source has, with the same values: window by window over all of the
 * source's rows, by count and content digest computed in the databases, both asked at the same time. Where these differ,
 * row by row: extra rows on the target are fine (the turbine keeps sending), missing ones are copied again, and a row with
 * other values goes to the target's conflict table, so that nothing is lost.
 */
final class VerifyStep {

    private static final int REPAIRS = 2;

    private final Move move;
    private final CopyStep copy;
    private final ShardId source;
    private final ShardId target;

    VerifyStep(Move move, CopyStep copy) {
        this.move = move;
        this.copy = copy;
        this.source = move.misplaced().source();
        this.target = move.misplaced().target();
    }

    /**
     * @return the windows that were proved, which are all there are
     * @throws SetAsideException a window stays different after two repairs, or there are too many conflicts
     */
    List<Window> run() {
        move.onTarget(connection -> {
            move.tools().journal().step(connection, move.misplaced(), "verifying");
            return true;
        });
        List<Window> proved = new ArrayList<>();
        try (ReadAhead readAhead = new ReadAhead()) {
            Optional<Window> next = window(Optional.empty());
            while (next.isPresent()) {
                long started = move.tools().nanoTime().getAsLong();
                Window window = next.get();
                // The source digests the next window while the target digests this one.
                ReadAhead.Result<Optional<Window>> following = readAhead.of(
                        () -> window(Optional.of(window.upTo())));
                prove(window);
                proved.add(window);
                move.tools().moved(Step.VERIFY, target, window.rows(), started);
                move.at(Point.WINDOW_VERIFIED);
                next = following.await();
                move.tools().lease().progressed();
            }
        }
        commit(proved);
        return proved;
    }

    private Optional<Window> window(Optional<PgInstant> after) {
        return move.rows().window(source, after, move.tools().settings().windowRows());
    }

    private void prove(Window window) {
        if (move.rows().holds(target, window)) {
            return;
        }
        for (int repair = 0; !everyRowIsThere(window); repair++) {
            if (repair == REPAIRS) {
                throw new SetAsideException(
                        "rows of window " + window + " are still not the same on " + target + " after "
                                + REPAIRS + " repairs: something there drops or changes rows as they are written");
            }
            copy.again(window);
        }
    }

    /** By key and row digest: every source row is on the target, among its readings or among its conflicts. */
    private boolean everyRowIsThere(Window window) {
        Map<String, Set<Long>> there = move.rows().rowDigests(target, "readings", window);
        move.tools().lease().progressed();
        Map<String, Set<Long>> kept = move.rows().rowDigests(target, "reading_conflict", window);
        move.tools().lease().progressed();
        Map<String, Set<Long>> here = move.rows().rowDigests(source, "readings", window);
        move.tools().lease().progressed();
        return here.entrySet().stream().allMatch(
                row -> there.getOrDefault(row.getKey(), Set.of()).containsAll(row.getValue())
                        || kept.getOrDefault(row.getKey(), Set.of()).containsAll(row.getValue()));
    }

    private void commit(List<Window> proved) {
        BigDecimal digest = proved.stream().map(Window::digest).reduce(BigDecimal.ZERO, BigDecimal::add);
        long rows = proved.stream().mapToLong(Window::rows).sum();
        Optional<PgInstant> first = proved.isEmpty() ? Optional.empty() : Optional.of(proved.getFirst().from());
        Optional<PgInstant> last = proved.isEmpty() ? Optional.empty() : Optional.of(proved.getLast().upTo());
        move.onTarget(connection -> {
            move.tools().journal().proved(connection, move.misplaced(), rows, digest, first, last);
            move.at(Point.VERIFIED_UNCOMMITTED);
            return true;
        });
        move.tools().lease().progressed();
        move.at(Point.VERIFIED);
    }
}
