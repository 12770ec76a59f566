package io.galewatch.routing.read;

import io.galewatch.routing.map.ShardMap;

/** The shards did not come to obey one map while a read was asking them, in as many tries as it has. */
public final class MapDisagreementException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public MapDisagreementException(String turbine, ShardMap asked, ShardAnswer answer, int tries) {
        super("reading turbine '" + turbine + "' by " + asked + ", but " + answer.shard() + " obeys " + answer.map()
                + ", after " + tries + " tries: ask again"
                + (asked.contradicts(answer.map()) ? " once a higher epoch has settled which of the two counts" : ""));
    }
}
