package io.galewatch.sim.ledger;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.math.BigDecimal;
import java.time.Instant;

/** One line of the ledger. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({@JsonSubTypes.Type(value = LedgerEntry.Acknowledged.class, name = "acknowledged"),
    @JsonSubTypes.Type(value = LedgerEntry.Seeded.class, name = "seeded")})
public sealed interface LedgerEntry {

    String turbine();

    /** A box answered that it has stored this reading. The digest is of all its values, by the turbine's own arithmetic. */
    record Acknowledged(String turbine, Instant at, long digest) implements LedgerEntry {}

    /** The history that a turbine had before anything moved: its rows from the first to the last instant, both included. */
    record Seeded(String turbine, long rows, Instant from, Instant to, BigDecimal digest) implements LedgerEntry {}
}
