package io.galewatch.mover.console;

import io.galewatch.routing.map.ShardMap;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Puts the turbines of all shards together. */
final class Cells {

    private Cells() {}

    /**
     * @param sights by index of the shard; of one that is out of reach the last that was seen
     * @return by turbine, each of them once
     */
    static SortedMap<String, Cell> of(ShardMap map, Map<Integer, ShardSight> sights) {
        SortedMap<String, Cell> cells = new TreeMap<>();
        moves(map, sights.values()).forEach((key, step) -> put(cells,
                new Cell(key.turbine(), step == Cell.Step.MOVED ? key.target() : key.source(), home(map, key.turbine()),
                        step)));
        sights.forEach((shard, sight) -> {
            for (String turbine : sight.turbines()) {
                Cell known = cells.get(turbine);
                int home = home(map, turbine);
                if (known == null || known.step() == Cell.Step.HOME) {
                    put(cells, new Cell(turbine, shard, home, shard == home ? Cell.Step.HOME : Cell.Step.WAITING));
                }
            }
        });
        return cells;
    }

    private static int home(ShardMap map, String turbine) {
        return map.home(turbine).index();
    }

    /** What is furthest from home speaks for the turbine. */
    private static void put(Map<String, Cell> cells, Cell cell) {
        cells.merge(cell.turbine(), cell, (a, b) -> b.step().compareTo(a.step()) < 0 ? b : a);
    }

    private static Map<JournalEntry.Key, Cell.Step> moves(ShardMap map, Collection<ShardSight> sights) {
        Map<JournalEntry.Key, Cell.Step> moves = new HashMap<>();
        for (ShardSight sight : sights) {
            if (sight.map().equals(map)) {
                sight.journal().forEach((key, entry) -> moves.merge(key, step(entry.step()), Cells::further));
            }
        }
        return moves;
    }

    /** Of the two rows of one move: the source's where it has come so far, else the target's, else waiting. */
    private static Cell.Step further(Cell.Step a, Cell.Step b) {
        if (isTheSourcesWord(a) || isTheSourcesWord(b)) {
            return isTheSourcesWord(a) ? a : b;
        }
        return a.compareTo(b) > 0 ? a : b;
    }

    private static boolean isTheSourcesWord(Cell.Step step) {
        return step == Cell.Step.DELETING || step == Cell.Step.MOVED || step == Cell.Step.SET_ASIDE;
    }

    /** A step that a later version writes is shown as waiting: a console must not fail of it. */
    private static Cell.Step step(String journal) {
        return switch (journal) {
            case "copying" -> Cell.Step.COPYING;
            case "verifying", "verified" -> Cell.Step.VERIFYING;
            case "deleting" -> Cell.Step.DELETING;
            case "done" -> Cell.Step.MOVED;
            case "set-aside" -> Cell.Step.SET_ASIDE;
            default -> Cell.Step.WAITING;
        };
    }
}
