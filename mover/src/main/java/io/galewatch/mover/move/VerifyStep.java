package io.galewatch.mover.move;

import io.galewatch.mover.move.Interruption.Point;
import io.galewatch.routing.map.ShardId;
import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Proves that the target holds every row that the source has, with the same values: window by window over all of the
 * source's rows, by count and content digest computed in the databases. Where these differ, row by row: extra rows on the
 * target are fine (the turbine keeps sending), missing ones are copied again, and a row with other values goes to the
 * target's conflict table, so that nothing is lost.
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
        Optional<PgInstant> after = Optional.empty();
        for (Optional<Window> next = window(after); next.isPresent(); next = window(after)) {
            long started = move.tools().nanoTime().getAsLong();
            Window window = next.get();
            move.tools().lease().progressed();
            prove(window);
            proved.add(window);
            after = Optional.of(window.upTo());
            move.tools().moved(Step.VERIFY, target, window.rows(), started);
            move.at(Point.WINDOW_VERIFIED);
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
            Chunk chunk = move.rows().chunk(source, window.after(), Optional.of(window.upTo()), Integer.MAX_VALUE);
            copy.again(window, chunk);
            keepConflicts(chunk);
            move.tools().lease().progressed();
        }
    }

    /** By key and row hash: every source row is on the target, among its readings or among its conflicts. */
    private boolean everyRowIsThere(Window window) {
        Map<String, Long> there = move.rows().rowHashes(target, "readings", window);
        move.tools().lease().progressed();
        Map<String, Long> kept = move.rows().rowHashes(target, "reading_conflict", window);
        move.tools().lease().progressed();
        Map<String, Long> here = move.rows().rowHashes(source, "readings", window);
        move.tools().lease().progressed();
        return here.entrySet().stream().allMatch(row -> row.getValue().equals(there.get(row.getKey()))
                || row.getValue().equals(kept.get(row.getKey())));
    }

    private void keepConflicts(Chunk chunk) {
        ReadingsTable table = move.columns();
        long bound = move.tools().settings().maxConflicts();
        move.onTarget(connection -> {
            copy.stage(connection, table, chunk);
            try (PreparedStatement statement = connection.prepareStatement("insert into reading_conflict ("
                    + table.columnList() + ", source, map_id, epoch, token) select " + table.columnListOf("m")
                    + ", ?, ?, ?, ?"
                    + " from pg_temp.moving m join readings r on r.turbine_id = m.turbine_id and r.read_at = m.read_at"
                    + " where not (" + table.same("m", "r") + ") on conflict do nothing")) {
                statement.setInt(1, source.index());
                statement.setObject(2, move.misplaced().map().mapId());
                statement.setLong(3, move.misplaced().map().epoch());
                statement.setLong(4, move.tools().grant().token());
                long conflicts = move.tools().journal().conflicts(connection, move.misplaced(),
                        statement.executeUpdate());
                if (conflicts > bound) {
                    throw new SetAsideException(conflicts + " readings have other values on " + target + "; more than "
                            + bound + " are not taken for accidents");
                }
            }
            return true;
        });
    }

    private void commit(List<Window> proved) {
        long rows = proved.stream().mapToLong(Window::rows).sum();
        BigDecimal digest = proved.stream().map(Window::digest).reduce(BigDecimal.ZERO, BigDecimal::add);
        move.onTarget(connection -> {
            move.tools().journal().proved(connection, move.misplaced(), rows, digest);
            move.at(Point.VERIFIED_UNCOMMITTED);
            return true;
        });
        move.tools().lease().progressed();
        move.at(Point.VERIFIED);
    }
}
