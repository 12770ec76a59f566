package io.galewatch.routing.db;

import com.zaxxer.hikari.SQLExceptionOverride;
import java.sql.SQLException;

/**
 * After a failover, a connection can be left at what is now a read-only standby: it answers every validation and refuses
 * every write. The pool drops it, so that the next one is opened where the address leads now.
 */
public final class ReadOnlyIsBroken implements SQLExceptionOverride {

    @java.lang.Override
    public Override adjudicate(SQLException e) {
        return Failure.of(e) == Failure.READ_ONLY ? Override.MUST_EVICT : Override.CONTINUE_EVICT;
    }
}
