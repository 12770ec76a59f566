package io.galewatch.sim.lab;

import io.galewatch.sim.postgres.Server;

/**
 * A moment of a move at which a fault strikes, and how it is recognised from outside: by what the databases show of the
 * mover's sessions, once while it works and once more after it was stopped.
 */
enum Moment {
    /** Its backend is in the middle of COPY FROM STDIN, some bytes in, and holds the fence row. */
    INSIDE_COPY("""
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
    BETWEEN_BATCHES("""
        select 1 from turbine_move where step = 'copying' and rows_moved > 0
           and not exists (select from pg_stat_activity where application_name like 'gwm:%' and state <> 'idle')
        """, """
        select 1 where not exists (select from pg_stat_activity where application_name like 'gwm:%' and state <> 'idle')
        """),
    /** It compares source and target. */
    INSIDE_VERIFY("select 1 from turbine_move where step = 'verifying' and rows_moved > 60000",
            "select 1 from turbine_move where step = 'verifying' and rows_moved > 60000"),
    /** Its backend deletes, or has deleted and not committed. */
    INSIDE_DELETE("""
        select 1 from pg_stat_activity
         where application_name like 'gwm:%' and query like 'with gone as (delete%' and state = 'active'
        """, """
        select 1 from pg_stat_activity
         where application_name like 'gwm:%' and xact_start is not null
           and (query like 'with gone as (delete%' or query like 'update turbine_move%')
        """);

    private final String comes;
    private final String still;

    Moment(String comes, String still) {
        this.comes = comes;
        this.still = still;
    }

    boolean hasCome(FaultRig rig, Server shard) {
        return rig.ask(shard, comes, row -> true).isPresent();
    }

    boolean stillIs(FaultRig rig, Server shard) {
        return rig.ask(shard, still, row -> true).isPresent();
    }
}
