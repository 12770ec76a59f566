package io.galewatch.mover.admin;

import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the journals of all shards add up to.
 *
 * @param rows copied to their new homes
 * @param rowsOfUnfinished the part of it that belongs to turbines on their way
 * @param lastProblem the newest problem of a turbine
 */
record Progress(Status.Turbines turbines, long rows, long bytes, long rowsOfUnfinished, Optional<String> lastProblem) {

    private record Move(String turbine, int source, int target) {}

    static Progress of(Collection<List<JournalRow>> journals) {
        Map<Move, Step> moves = new HashMap<>();
        Map<String, Long> copied = new HashMap<>();
        long rows = 0;
        long bytes = 0;
        for (List<JournalRow> journal : journals) {
            for (JournalRow row : journal) {
                moves.merge(new Move(row.turbine(), row.source(), row.target()), Step.ofJournal(row.step()),
                        Step::ofBoth);
                if (row.isCopy()) {
                    rows += row.rows();
                    bytes += row.bytes();
                    copied.merge(row.turbine(), row.rows(), Long::sum);
                }
            }
        }
        Map<String, Step> turbines = new HashMap<>();
        moves.forEach((move, step) -> turbines.merge(move.turbine(), step,
                (a, b) -> a.compareTo(b) < 0 ? a : b));
        long unfinished = copied.entrySet().stream().filter(
                entry -> turbines.get(entry.getKey()) != Step.DONE).mapToLong(Map.Entry::getValue).sum();
        return new Progress(count(turbines.values()), rows, bytes, unfinished, lastProblem(journals));
    }

    private static Status.Turbines count(Collection<Step> steps) {
        Map<Step, Integer> counts = new EnumMap<>(Step.class);
        steps.forEach(step -> counts.merge(step, 1, Integer::sum));
        return new Status.Turbines(counts.getOrDefault(Step.WAITING, 0), counts.getOrDefault(Step.COPYING, 0),
                counts.getOrDefault(Step.VERIFYING, 0), counts.getOrDefault(Step.DELETING, 0),
                counts.getOrDefault(Step.DONE, 0), counts.getOrDefault(Step.SET_ASIDE, 0));
    }

    private static Optional<String> lastProblem(Collection<List<JournalRow>> journals) {
        return journals.stream().flatMap(List::stream).filter(row -> row.problem() != null).max(
                Comparator.comparing(JournalRow::updatedAt)).map(row -> row.turbine() + ": " + row.problem());
    }

    /** How many rows are left, if turbines that are not done yet are like those that are; empty when none is. */
    Optional<Double> rowsLeft() {
        if (turbines.unfinished() == 0) {
            return Optional.of(0.0);
        }
        if (turbines.done() == 0) {
            return Optional.empty();
        }
        double average = (double) (rows - rowsOfUnfinished) / turbines.done();
        return Optional.of(Math.max(0, average * turbines.unfinished() - rowsOfUnfinished));
    }
}
