package io.galewatch.mover.config;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Prints a refusal as a problem and what to do, instead of a stack trace. */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class StartRefusedAnalyzer extends AbstractFailureAnalyzer<StartRefusedException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, StartRefusedException cause) {
        return new FailureAnalysis(cause.getMessage(), cause.action(), cause);
    }
}
