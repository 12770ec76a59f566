package io.galewatch.mover.console;

import io.galewatch.routing.map.ShardId;
import io.galewatch.routing.map.ShardMap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Everything at one moment, and what is new since the moment before.
 *
 * @param events newest first
 */
record Picture(ConsoleState state, SortedMap<String, Cell> cells, List<FeedEvent> events) {

    private static final int MOST_EVENTS = 200;

    static final Picture NOTHING = new Picture(
            new ConsoleState("", false, null, null, null, null, null, null, null, 0, Map.of(), List.of(), true),
            new TreeMap<>(), List.of());

    static Picture of(String box, Latest<RoutingSight> routing, Map<ShardId, Latest<ShardSight>> shards) {
        Optional<RoutingSight> recorded = routing.answer();
        SortedMap<Integer, ShardSight> sights = new TreeMap<>();
        shards.forEach((shard, latest) -> latest.answer().ifPresent(sight -> sights.put(shard.index(), sight)));
        @Nullable
        ShardMap map = Stream.concat(recorded.map(RoutingSight::map).stream(),
                sights.values().stream().map(ShardSight::map)).reduce((a, b) -> b.isNewerThan(a) ? b : a).orElse(null);
        SortedMap<String, Cell> cells = map == null ? new TreeMap<>() : Cells.of(map, sights);
        Optional<RoutingSight> current = recorded.filter(sight -> routing.isReachable());
        boolean newest = current.isPresent() && current.get().map().equals(map);
        ConsoleState state = new ConsoleState(box, current.isPresent(), map == null ? null : map.epoch(),
                map == null ? null : map.shards(), newest ? current.get().previousShards() : null,
                current.isEmpty() ? null : Boolean.valueOf(newest && current.get().complete()),
                current.flatMap(RoutingSight::paused).orElse(null), current.map(RoutingSight::claim).orElse(null),
                current.map(RoutingSight::fencedRejections).orElse(null), work(sights), steps(cells),
                shards.entrySet().stream().map(entry -> shard(entry.getKey(), entry.getValue())).toList(),
                sights.values().stream().allMatch(ShardSight::whole));
        return new Picture(state, cells, events(recorded, sights));
    }

    private static ConsoleState.Shard shard(ShardId shard, Latest<ShardSight> latest) {
        return latest.answer().map(sight -> new ConsoleState.Shard(shard.index(), shard.name(), latest.isReachable(),
                true, sight.fence(), sight.fencedFor(), sight.map().epoch(), sight.map().shards())).orElseGet(
                        () -> new ConsoleState.Shard(shard.index(), shard.name(), false, false, 0, "", 0, 0));
    }

    private static double work(Map<Integer, ShardSight> sights) {
        return sights.values().stream().flatMap(sight -> sight.journal().values().stream()).mapToLong(
                JournalEntry::rows).sum() / 2.0;
    }

    private static Map<Cell.Step, Integer> steps(Map<String, Cell> cells) {
        Map<Cell.Step, Integer> steps = new EnumMap<>(Cell.Step.class);
        cells.values().forEach(cell -> steps.merge(cell.step(), 1, Integer::sum));
        return steps;
    }

    private static List<FeedEvent> events(Optional<RoutingSight> routing, Map<Integer, ShardSight> sights) {
        List<FeedEvent> events = new ArrayList<>(routing.map(RoutingSight::events).orElse(List.of()));
        sights.forEach((shard, sight) -> sight.journal().values().forEach(entry -> {
            String pair = " from " + new ShardId(entry.source()) + " to " + new ShardId(entry.target());
            String id = entry.turbine() + "-" + entry.source() + "-" + entry.target() + "-" + sight.map().mapId();
            if (entry.conflicts() > 0 && shard == entry.target()) {
                events.add(new FeedEvent("conflict-" + id + "-" + entry.conflicts(), entry.updatedAt(),
                        FeedEvent.Kind.CONFLICT, entry.turbine() + pair + ": " + entry.conflicts()
                                + " rows had other values there; they are kept as conflicts"));
            }
            if (entry.step().equals("set-aside")) {
                events.add(new FeedEvent("aside-" + id, entry.updatedAt(), FeedEvent.Kind.SET_ASIDE,
                        entry.turbine() + pair + " is set aside; nothing unproved of it was deleted"));
            }
        }));
        return events.stream().sorted(Comparator.comparing(FeedEvent::at).reversed().thenComparing(
                FeedEvent::id)).limit(MOST_EVENTS).toList();
    }

    /** Cells that are new or other than before; all of them when one has gone. */
    List<Cell> cellsSince(Picture before) {
        return needsAllCells(before)
                ? List.copyOf(cells.values())
                : cells.values().stream().filter(cell -> !cell.equals(before.cells().get(cell.turbine()))).toList();
    }

    boolean needsAllCells(Picture before) {
        return !cells.keySet().containsAll(before.cells().keySet());
    }

    /** Newest first. */
    List<FeedEvent> eventsSince(Picture before) {
        Set<String> known = new HashSet<>();
        before.events().forEach(event -> known.add(event.id()));
        return events.stream().filter(event -> !known.contains(event.id())).toList();
    }
}
