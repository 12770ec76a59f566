package io.galewatch.mover.ingest;

import io.galewatch.routing.read.Reading;

/** One element of a request's array. */
sealed interface Element {

    int index();

    /** A reading that can be stored. */
    record Good(int index, Reading reading) implements Element {}

    /**
     * One that cannot.
     *
     * @param field which of its fields is wrong, or empty when the element itself is
     */
    record Bad(int index, String field, String detail) implements Element {}
}
