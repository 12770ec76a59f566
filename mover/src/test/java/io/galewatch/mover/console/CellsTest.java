package io.galewatch.mover.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.galewatch.routing.map.ShardMap;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Where a turbine is shown, by what the shards show. */
class CellsTest {

    private static final ShardMap MAP = new ShardMap(2, 3, new UUID(0, 2));
    private static final String ON_1 = home(0);
    private static final String ON_3 = home(2);

    private static String home(int index) {
        return IntStream.rangeClosed(1, 200).mapToObj("AP-%04d"::formatted).filter(
                turbine -> MAP.home(turbine).index() == index).findFirst().orElseThrow();
    }

    private static ShardSight shard(ShardMap map, List<String> turbines, JournalEntry... journal) {
        Map<JournalEntry.Key, JournalEntry> entries = new TreeMap<>(java.util.Comparator.comparing(Object::toString));
        Stream.of(journal).forEach(entry -> entries.put(entry.key(), entry));
        return new ShardSight(map, 1, "box", turbines, true, entries);
    }

    private static JournalEntry entry(String turbine, int source, int target, String step) {
        return new JournalEntry(turbine, source, target, step, 10, 0, Instant.EPOCH);
    }

    private static Cell cell(String turbine, ShardSight... shards) {
        SortedMap<Integer, ShardSight> sights = new TreeMap<>();
        IntStream.range(0, shards.length).forEach(i -> sights.put(i, shards[i]));
        return Cells.of(MAP, sights).getOrDefault(turbine, new Cell("none", 0, 0, Cell.Step.HOME));
    }

    @Test
    void whatIsOnItsHomeIsAtHomeAndElsewhereItWaits() {
        assertThat(cell(ON_1, shard(MAP, List.of(ON_1)))).isEqualTo(new Cell(ON_1, 0, 0, Cell.Step.HOME));
        assertThat(cell(ON_3, shard(MAP, List.of(ON_3)))).isEqualTo(new Cell(ON_3, 0, 2, Cell.Step.WAITING));
    }

    @Test
    void theTargetSpeaksUntilTheSourceDeletes() {
        ShardSight waiting = shard(MAP, List.of(ON_3), entry(ON_3, 0, 2, "waiting"));
        ShardSight none = shard(MAP, List.of());
        for (String step : List.of("copying", "verifying", "verified")) {
            ShardSight target = shard(MAP, List.of(ON_3), entry(ON_3, 0, 2, step));
            Cell.Step shown = step.equals("copying") ? Cell.Step.COPYING : Cell.Step.VERIFYING;
            assertThat(cell(ON_3, waiting, none, target)).as(step).isEqualTo(new Cell(ON_3, 0, 2, shown));
        }
        ShardSight verified = shard(MAP, List.of(ON_3), entry(ON_3, 0, 2, "verified"));
        assertThat(
                cell(ON_3, shard(MAP, List.of(ON_3), entry(ON_3, 0, 2, "deleting")), none, verified).step()).isEqualTo(
                        Cell.Step.DELETING);
        assertThat(cell(ON_3, shard(MAP, List.of(ON_3), entry(ON_3, 0, 2, "done")), none, verified)).isEqualTo(
                new Cell(ON_3, 2, 2, Cell.Step.MOVED));
        assertThat(
                cell(ON_3, shard(MAP, List.of(ON_3), entry(ON_3, 0, 2, "set-aside")), none, verified).step()).isEqualTo(
                        Cell.Step.SET_ASIDE);
    }

    @Test
    void ofTwoMovesTheOneThatIsFurtherFromDoneSpeaks() {
        ShardSight first = shard(MAP, List.of(), entry(ON_3, 0, 2, "done"));
        ShardSight second = shard(MAP, List.of(ON_3), entry(ON_3, 1, 2, "waiting"));
        assertThat(cell(ON_3, first, second)).isEqualTo(new Cell(ON_3, 1, 2, Cell.Step.WAITING));
    }

    @Test
    void aJournalOfAnOlderMapSaysNothing() {
        ShardMap older = new ShardMap(1, 2, new UUID(0, 1));
        assertThat(cell(ON_3, shard(older, List.of(ON_3), entry(ON_3, 0, 1, "done")))).isEqualTo(
                new Cell(ON_3, 0, 2, Cell.Step.WAITING));
    }
}
