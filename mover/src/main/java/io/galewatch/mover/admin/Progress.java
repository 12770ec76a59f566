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
 * @param deleted from their old homes
 * @param workOfUnfinished rows of turbines on their way, where a row counts half when copied and half when deleted
 * @param lastProblem the newest problem of a turbine
 */
record Progress(Status.Turbines turbines, long rows, long deleted, long bytes,
        double workOfUnfinished, Optional<String> lastProblem) {

    private record Move(String turbine, int source, int target) {}

    static Progress of(Collection<List<JournalRow>> journals) {
        Map<Move, Step> moves = new HashMap<>();
        Map<String, Double> work = new HashMap<>();
        long rows = 0;
        long deleted = 0;
        long bytes = 0;
        for (List<JournalRow> journal : journals) {
            for (JournalRow row : journal) {
                moves.merge(new Move(row.turbine(), row.source(), row.target()), Step.ofJournal(row.step()),
                        Step::ofBoth);
                work.merge(row.turbine(), row.rows() / 2.0, Double::sum);
                if (row.isCopy()) {
                    rows += row.rows();
                    bytes += row.bytes();
                } else {
                    deleted += row.rows();
                }
            }
        }
        Map<String, Step> turbines = new HashMap<>();
        moves.forEach((move, step) -> turbines.merge(move.turbine(), step,
                (a, b) -> a.compareTo(b) < 0 ? a : b));
        double unfinished = work.entrySet().stream().filter(
                entry -> turbines.get(entry.getKey()) != Step.DONE).mapToDouble(Map.Entry::getValue).sum();
        return new Progress(count(turbines.values()), rows, deleted, bytes, unfinished, lastProblem(journals));
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

    /** Rows, where one counts half when it is copied and half when it is deleted: so deleting is progress too. */
    double work() {
        return (rows + deleted) / 2.0;
    }

    /** How many rows are left, if turbines that are not done yet are like those that are; empty when none is. */
    Optional<Double> rowsLeft() {
        if (turbines.unfinished() == 0) {
            return Optional.of(0.0);
        }
        if (turbines.done() == 0) {
            return Optional.empty();
        }
        double average = (work() - workOfUnfinished) / turbines.done();
        return Optional.of(Math.max(0, average * turbines.unfinished() - workOfUnfinished));
    }
}
