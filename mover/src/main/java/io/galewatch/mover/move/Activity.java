package io.galewatch.mover.move;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/** What one lane of a holder is doing: for log lines, metrics, and the evidence of a fenced rejection. */
final class Activity {

    private static final List<Step> OF_A_TURBINE = List.of(Step.COPY, Step.VERIFY, Step.DELETE);

    private final MoverMetrics metrics;
    private Step step = Step.SEAL;
    private @Nullable String turbine;

    Activity(MoverMetrics metrics) {
        this.metrics = metrics;
    }

    /** Begins a step that concerns no single turbine. */
    void enter(Step entered) {
        show(entered, null);
    }

    /** Begins a step of a turbine's move. */
    void enter(Step entered, String ofTurbine) {
        show(entered, ofTurbine);
    }

    /** Takes over what another lane was doing when it failed, so that the evidence names it. */
    void takeOver(Activity other) {
        show(other.step, other.turbine);
        other.show(Step.PLAN, null);
    }

    Step step() {
        return step;
    }

    /** The turbine that is being moved; null when none is. */
    @Nullable
    String turbine() {
        return turbine;
    }

    private void show(Step entered, @Nullable String ofTurbine) {
        count(-1);
        step = entered;
        turbine = ofTurbine;
        count(1);
        MDC.put("step", entered.label());
    }

    private void count(int more) {
        if (turbine != null && OF_A_TURBINE.contains(step)) {
            metrics.turbineEnters(gauge(step), more);
        }
    }

    private static String gauge(Step step) {
        return switch (step) {
            case COPY -> "copying";
            case VERIFY -> "verifying";
            case DELETE -> "deleting";
            case SEAL, PLAN, COMPLETE -> "waiting";
        };
    }
}
