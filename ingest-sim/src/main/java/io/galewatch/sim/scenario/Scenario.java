package io.galewatch.sim.scenario;

import io.galewatch.sim.lab.Fleet;
import io.galewatch.sim.report.Report;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Something that can go wrong, as a timeline. Fields with picocli's {@code @Option} are the scenario's own options. An
 * object is played once.
 */
public interface Scenario {

    /** What to type after {@code ./lab}. */
    String name();

    /** What it shows, in one line. */
    String summary();

    /** What was chosen by options, for the report: {@code freeze --in copy}. */
    default String title() {
        return name();
    }

    /** Other defaults of the options that every scenario has: {@code --turbines} to 24, for example. */
    default Map<String, String> defaults() {
        return Map.of();
    }

    /** What every box is told, unless {@code --box-setting} says otherwise. */
    default Map<String, String> boxSettings(TimeScale scale) {
        return Map.of();
    }

    /** Rows of turbines whose history must be longer than the others', by serial. */
    default Map<String, Long> longHistories(TimeScale scale) {
        return Map.of();
    }

    /** How many of the turbines send while it is played. */
    default int sending(int turbines) {
        return turbines;
    }

    /** How many of the boxes run the service; the names and links of the others are there for something else. */
    default int serving(int boxes) {
        return boxes;
    }

    /** What is done to the databases when they have their history and no box runs yet. */
    default void prepare(Fleet fleet) {}

    /** What happens on this stage. */
    Timeline timeline(Stage stage);

    /** The report, with what only this scenario can judge. */
    default Report judged(Report report) {
        return report;
    }

    /**
     * What is done when the verdict was not clean.
     *
     * @param directory where findings may be left
     * @return what to tell, line by line
     */
    default List<String> investigate(Trial trial, Path directory) throws Exception {
        return List.of();
    }

    /** The last word, whatever happened: undoes what the scenario did to the machine. */
    default void afterwards() {}
}
