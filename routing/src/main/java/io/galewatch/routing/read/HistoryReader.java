package io.galewatch.routing.read;

import io.galewatch.routing.db.ShardPools;
import io.galewatch.routing.fleet.FleetMap;
import java.util.List;
import java.util.Optional;

/** Reads turbines' history wherever it lies at the moment. */
public final class HistoryReader {

    private final Sweep sweep;

    /**
     * @param fleet the newest map, whose own pools may offer maps to the shards
     * @param shards pools of a role that may read
     */
    public HistoryReader(FleetMap fleet, ShardPools shards) {
        this(fleet, shards, Discipline.SAFE);
    }

    HistoryReader(FleetMap fleet, ShardPools shards, Discipline discipline) {
        this.sweep = new Sweep(fleet, new Inquiry(shards), discipline);
    }

    /**
     * A page of a turbine's history. It has every reading that was acknowledged before the call, each once, also while the
     * turbine moves or the map changes.
     *
     * @throws UnknownTurbineException nobody has a reading of it
     * @throws ShardUnreachableException a shard that may hold some does not answer, and the query wants all
     * @throws MapDisagreementException the shards did not agree on a map in time
     */
    public HistoryPage page(HistoryQuery query) {
        Swept swept = sweep.ask(Question.page(query), query.partial());
        if (!swept.isKnown() && swept.missing().isEmpty()) {
            throw new UnknownTurbineException(query.turbine());
        }
        List<Reading> merged = swept.merged();
        if (merged.size() <= query.limit()) {
            return new HistoryPage(query.turbine(), merged, Optional.empty(), swept.missing());
        }
        List<Reading> readings = merged.subList(0, query.limit());
        return new HistoryPage(query.turbine(), readings, Optional.of(new Cursor(readings.getLast().at())),
                swept.missing());
    }

    /**
     * The newest reading of a turbine.
     *
     * @throws UnknownTurbineException nobody has a reading of it
     * @throws ShardUnreachableException a shard that may hold it does not answer
     * @throws MapDisagreementException the shards did not agree on a map in time
     */
    public Reading latest(String turbine) {
        List<Reading> merged = sweep.ask(Question.latest(turbine), false).merged();
        if (merged.isEmpty()) {
            throw new UnknownTurbineException(turbine);
        }
        return merged.getLast();
    }
}
