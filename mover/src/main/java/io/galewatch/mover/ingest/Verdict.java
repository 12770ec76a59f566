package io.galewatch.mover.ingest;

/** What became of one reading. */
enum Verdict {
    /** Committed by this request. */
    ACCEPTED("accepted"),
    /** Was there already with the same values. */
    DUPLICATE("duplicate"),
    /** Other values are stored for this turbine and instant; these are not. */
    CONFLICT("conflict"),
    /** As many readings as may be are waiting for its shard. */
    OVERLOADED("overloaded"),
    /** Its shard does not answer. */
    UNAVAILABLE("shard-unavailable"),
    /** Not known to be stored when the request's time was up. */
    TIMED_OUT("timed-out"),
    /** Box and shard did not come to one map. */
    MAP_UNSETTLED("map-unsettled"),
    /** Its shard does not take it, for a reason that sending again will not mend. */
    REFUSED("refused");

    private final String code;

    Verdict(String code) {
        this.code = code;
    }

    /** The name in answers and metrics. */
    String code() {
        return code;
    }

    /** Whether the reading is stored, so that the sender may forget it. */
    boolean isTaken() {
        return this == ACCEPTED || this == DUPLICATE;
    }
}
