package io.galewatch.routing.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.galewatch.routing.map.ShardId;
import io.galewatch.routing.map.ShardMap;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SweptTest {

    private static final ShardMap MAP = new ShardMap(1, 3, UUID.randomUUID());

    @Test
    void theHomesRowWinsWhicheverCameFirst() {
        ShardAnswer home = answer(1, List.of(reading(5, 1.0)));
        ShardAnswer other = answer(0, List.of(reading(5, 2.0), reading(6, 2.0)));
        List<Reading> expected = List.of(reading(5, 1.0), reading(6, 2.0));

        assertThat(new Swept(new ShardId(1), List.of(home, other), Set.of()).merged()).isEqualTo(expected);
        assertThat(new Swept(new ShardId(1), List.of(other, home), Set.of()).merged()).isEqualTo(expected);
    }

    static IntStream seeds() {
        return IntStream.range(0, 200);
    }

    /** Keys spread over shards, some on two: the first n of the merge are the first n of all, however answers are cut. */
    @ParameterizedTest
    @MethodSource("seeds")
    void theFirstOnesAreCompleteWhenEachGaveItsFirst(int seed) {
        Random random = new Random(seed);
        int limit = 1 + random.nextInt(5);
        List<TreeSet<Integer>> stored = List.of(new TreeSet<>(), new TreeSet<>(), new TreeSet<>());
        TreeSet<Integer> all = new TreeSet<>();
        for (int i = random.nextInt(30); i > 0; i--) {
            int key = random.nextInt(20);
            stored.get(random.nextInt(3)).add(key);
            all.add(key);
        }
        List<ShardAnswer> answers = new ArrayList<>();
        for (int shard = 0; shard < 3; shard++) {
            answers.add(answer(shard,
                    stored.get(shard).stream().limit(limit).map(key -> reading(key, 1.0)).toList()));
        }

        List<Reading> merged = new Swept(new ShardId(2), answers, Set.of()).merged();

        assertThat(merged.stream().limit(limit).toList()).as("seed %s", seed).isEqualTo(
                all.stream().limit(limit).map(key -> reading(key, 1.0)).toList());
    }

    private static ShardAnswer answer(int shard, List<Reading> readings) {
        return new ShardAnswer(new ShardId(shard), MAP, true, readings);
    }

    private static Reading reading(int second, double wind) {
        return new Reading("AP-0001", Instant.EPOCH.plusSeconds(second),
                Measurements.builder().set(Channel.WIND_SPEED, wind).build());
    }
}
