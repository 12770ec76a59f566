package io.galewatch.mover.ingest;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/** Answers to a request that was taken, in whole or in part. */
sealed interface IngestReport {

    /** Everything is stored. */
    record Taken(int accepted, int duplicates) implements IngestReport {}

    /** Some of it is. */
    record Partly(int accepted, int duplicates, List<Item> items) implements IngestReport {}

    /** One element and what became of it. */
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    record Item(@JsonInclude int index, String code, String field, String detail) {}
}
