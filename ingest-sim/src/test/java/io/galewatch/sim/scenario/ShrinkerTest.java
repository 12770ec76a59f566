package io.galewatch.sim.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ShrinkerTest {

    private static final List<Integer> FORTY = IntStream.range(0, 40).boxed().toList();

    @Test
    void leavesTheOneThatFails() throws Exception {
        assertThat(Shrinker.shrink(FORTY, list -> list.contains(23), 100)).containsExactly(23);
    }

    @Test
    void leavesTheOnesThatFailTogether() throws Exception {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        for (int run = 0; run < 50; run++) {
            TreeSet<Integer> guilty = new TreeSet<>(List.of(random.nextInt(40), random.nextInt(40)));
            assertThat(Shrinker.shrink(FORTY, list -> list.containsAll(guilty), 1_000)).as("seed %d",
                    seed).containsExactlyElementsOf(guilty);
        }
    }

    @Test
    void triesNoMoreThanItMay() throws Exception {
        AtomicInteger tries = new AtomicInteger();
        List<Integer> left = Shrinker.shrink(FORTY, list -> {
            tries.incrementAndGet();
            return false;
        }, 5);
        assertThat(tries).hasValue(5);
        assertThat(left).isEqualTo(FORTY);
    }
}
