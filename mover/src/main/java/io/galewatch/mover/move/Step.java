package io.galewatch.mover.move;

import java.util.Locale;

/** What a mover is doing, as metrics, log lines and evidence name it. */
public enum Step {
    SEAL, PLAN, COPY, VERIFY, DELETE, COMPLETE;

    /** As a label. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
