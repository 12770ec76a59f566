package io.galewatch.sim.scenario;

import io.galewatch.sim.postgres.Server;

/**
 * A moment of a move at which a fault strikes, and how it is recognised from outside: by what the databases show of the
 * mover's sessions, once while it works and once more after it was stopped.
 */
public enum Moment {
    /** Its backend is in the middle of COPY FROM STDIN, some bytes in, and holds the fence row. */
    COPY("in the middle of a COPY", """
        select 1 from pg_stat_progress_copy p join pg_stat_activity a using (pid)
         where a.application_name like 'gwm:%' and p.command = 'COPY FROM' and p.bytes_processed between 1 and 6000000
        """, """
        select 1 from pg_stat_progress_copy p join pg_stat_activity a using (pid)
         where a.application_name like 'gwm:%' and p.command = 'COPY FROM' and p.bytes_processed > 0
           and exists (select from pg_locks l where l.pid = a.pid and l.relation = 'mover_fence'::regclass and l.granted
                          and l.mode = 'RowExclusiveLock')
           and not exists (select from mover_fence for update skip locked)
        """),
    /** It holds a lease and seals, and has no transaction open. */
    BETWEEN("between two batches", """
        select 1 from turbine_move where step = 'copying' and rows_moved > 0
           and not exists (select from pg_stat_activity where application_name like 'gwm:%' and state <> 'idle')
        """, """
        select 1 where not exists (select from pg_stat_activity where application_name like 'gwm:%' and state <> 'idle')
        """),
    /** It compares source and target. */
    VERIFY("while it compares source and target", """
        select 1 from turbine_move where step = 'verifying' and rows_moved > 10000
        """, """
        select 1 from turbine_move where step = 'verifying' and rows_moved > 10000
        """),
    /** Its backend deletes, or has deleted and not committed. */
    DELETE("in the middle of a delete", """
        select 1 from pg_stat_activity
         where application_name like 'gwm:%' and query like 'with gone as (delete%' and state = 'active'
        """, """
        select 1 from pg_stat_activity
         where application_name like 'gwm:%' and xact_start is not null
           and (query like 'with gone as (delete%' or query like 'update turbine_move%')
        """),
    /** It renews its lease: between its UPDATE and its COMMIT it holds the claim's row. */
    RENEW("between UPDATE and COMMIT of a renewal", "", """
        select 1 from pg_stat_activity where application_name like 'gw:%' and wait_event_type = 'Lock'
           and query like '%mover_claim%'
        """);

    private final String words;
    private final String comes;
    private final String still;

    Moment(String words, String comes, String still) {
        this.words = words;
        this.comes = comes;
        this.still = still;
    }

    /** Fills "it is stopped …". */
    public String words() {
        return words;
    }

    /** Whether the mover has come to it on this shard. */
    public boolean hasCome(Server shard) {
        return Question.any(shard, comes);
    }

    /** Whether it still is there, now that it is stopped. */
    public boolean stillIs(Server database) {
        return Question.any(database, still);
    }
}
