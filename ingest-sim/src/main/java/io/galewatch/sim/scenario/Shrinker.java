package io.galewatch.sim.scenario;

import java.util.ArrayList;
import java.util.List;

/**
 * Makes a list that fails smaller while it still fails: leaves out a half, then quarters, and so on. Faults are not exactly
 * repeatable, so what is left is not always the smallest; it is a list that has failed.
 */
final class Shrinker {

    /** Tries a list. */
    @FunctionalInterface
    interface Trial<T> {
        boolean fails(List<T> list) throws Exception;
    }

    private Shrinker() {}

    /** @param tries how many lists are tried at most */
    static <T> List<T> shrink(List<T> failing, Trial<T> trial, int tries) throws Exception {
        List<T> smallest = List.copyOf(failing);
        int left = tries;
        int chunk = smallest.size() / 2;
        while (chunk >= 1) {
            boolean smaller = false;
            for (int from = 0; from < smallest.size() && left > 0 && smallest.size() > 1; from += chunk) {
                List<T> without = new ArrayList<>(smallest);
                without.subList(from, Math.min(from + chunk, without.size())).clear();
                left--;
                if (!without.isEmpty() && trial.fails(without)) {
                    smallest = List.copyOf(without);
                    smaller = true;
                    from -= chunk; // The next ones have moved up.
                }
            }
            if (left == 0 || chunk == 1 && !smaller) {
                return smallest;
            }
            chunk = Math.max(1, Math.min(chunk / 2, smallest.size() / 2));
            if (smallest.size() == 1) {
                return smallest;
            }
        }
        return smallest;
    }
}
