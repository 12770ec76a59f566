-- The fence: the highest grant this shard has obeyed. Every batch of a mover first advances it in its own transaction;
-- a holder that was frozen, cut off or late finds another grant here and changes nothing (ARCHITECTURE.md, "Fence").
create table mover_fence (
    singleton       boolean primary key default true check (singleton),
    token           bigint      not null check (token >= 0),
    grant_id        uuid        not null,
    owner           text        not null,
    sealed_at       timestamptz not null,
    incarnation     timestamptz not null, -- pg_postmaster_start_time() at the seal: another one means another past
    batches         bigint      not null default 0,
    presented_grant uuid        not null,
    advanced_by     xid8        not null
) with (fillfactor = 50);

insert into mover_fence (token, grant_id, owner, sealed_at, incarnation, presented_grant, advanced_by)
values (0, '00000000-0000-0000-0000-000000000000', 'nobody', clock_timestamp(), pg_postmaster_start_time(),
        '00000000-0000-0000-0000-000000000000', pg_current_xact_id());

create function mover_fence_keeps_score() returns trigger
    language plpgsql volatile set search_path = pg_catalog, pg_temp as
$$
begin
    if tg_op <> 'UPDATE' then
        raise exception using errcode = 'GW002', message = 'the fence is exactly one row, for ever';
    end if;
    if new.token < old.token then
        raise exception using errcode = 'GW002',
            message = format('the fence of this shard is at token %s and never goes down; %s was presented',
                old.token, new.token);
    elsif new.token = old.token then
        -- A batch: the grant that sealed, on the server that it sealed.
        if old.token = 0 then
            raise exception using errcode = 'GW002', message = 'this shard obeys nobody yet: a seal comes first';
        end if;
        if new.grant_id <> old.grant_id or new.presented_grant <> old.grant_id then
            raise exception using errcode = 'GW002',
                message = format('token %s of this shard belongs to grant %s; grant %s was presented',
                    old.token, old.grant_id, new.presented_grant);
        end if;
        if old.incarnation <> pg_postmaster_start_time() then
            raise exception using errcode = 'GW002',
                message = 'this shard was restarted or restored since it was sealed: seal again, under a higher token';
        end if;
        new.owner := old.owner;
        new.sealed_at := old.sealed_at;
        new.incarnation := old.incarnation;
        new.batches := old.batches + 1;
    else
        -- A seal: a higher token comes with a grant of its own.
        if new.grant_id = old.grant_id or new.presented_grant <> new.grant_id then
            raise exception using errcode = 'GW002',
                message = format('a seal raises token and grant together; grant %s was presented', new.presented_grant);
        end if;
        new.sealed_at := clock_timestamp();
        new.incarnation := pg_postmaster_start_time();
        new.batches := old.batches;
    end if;
    new.advanced_by := pg_current_xact_id();
    -- Forgotten again, so that the next update has to present its grant too: a column that is not set keeps its value.
    new.presented_grant := '00000000-0000-0000-0000-000000000000';
    return new;
end
$$;

create trigger keeps_score before update on mover_fence
    for each row execute function mover_fence_keeps_score();
create trigger stays_one_row before insert or delete or truncate on mover_fence
    for each statement execute function mover_fence_keeps_score();
alter table mover_fence enable always trigger keeps_score;
alter table mover_fence enable always trigger stays_one_row;

grant select on mover_fence to galewatch_mover, galewatch_reader;
grant update (token, grant_id, owner, batches, presented_grant) on mover_fence to galewatch_mover;

-- The journal. For each move there is one row on the target (copy and verify) and one on the source (delete); which
-- of the two a row is, follows from the shard it stands on. Rows stay, as evidence.
create table turbine_move (
    turbine_id  text collate "C" not null,
    source      integer     not null,
    target      integer     not null check (target <> source),
    map_id      uuid        not null,
    epoch       bigint      not null,
    step        text        not null
        check (step in ('waiting', 'copying', 'verifying', 'verified', 'deleting', 'done', 'set-aside')),
    watermark   timestamptz,                    -- last key copied (target) or deleted (source): a hint, never evidence
    rows_moved  bigint      not null default 0, -- copied (target) or deleted (source)
    bytes_moved bigint      not null default 0,
    batches     bigint      not null default 0,
    retries     bigint      not null default 0, -- how often it was begun again, by the same holder or a later one
    conflicts   bigint      not null default 0,
    rows_proved bigint      not null default 0, -- count and digest that verify found equal on both sides
    digest      numeric     not null default 0,
    first_at    timestamptz,                    -- first and last key that verify found on the source
    last_at     timestamptz,
    token       bigint      not null,
    grant_id    uuid        not null,
    owner       text        not null,
    started_at  timestamptz not null default clock_timestamp(),
    updated_at  timestamptz not null default clock_timestamp(),
    finished_at timestamptz,
    problem     text,
    primary key (turbine_id, source, target, map_id)
);
create index turbine_move_by_map on turbine_move (map_id, step);

-- Values that lost their key to other values. First the source's, kept here before they leave the source; when an
-- administrator settles for the source's, the target's come here instead. So no value is ever lost.
create table reading_conflict (
    like readings,
    id            bigint generated always as identity primary key,
    side          text        not null default 'source' check (side in ('source', 'target')), -- whose values these are
    source        integer     not null,
    map_id        uuid        not null,
    epoch         bigint      not null,
    token         bigint      not null,
    found_at      timestamptz not null default clock_timestamp(),
    kept          text        check (kept in ('source', 'target')), -- whose values the turbine has now; null: not settled
    settled_at    timestamptz,
    settled_by    text,
    settled_token bigint
);
create index reading_conflict_by_key on reading_conflict (turbine_id, read_at);
create index reading_conflict_open on reading_conflict (turbine_id) where settled_at is null;

-- Columns of readings that a conflict could not keep; null when it could keep all.
create function reading_conflict_lacks() returns text
    language sql stable set search_path = pg_catalog, pg_temp as
$$
    select string_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod), ', ' order by a.attname)
      from pg_attribute a
     where a.attrelid = 'public.readings'::regclass and a.attnum > 0 and not a.attisdropped
       and not exists (select from pg_attribute k
                        where k.attrelid = 'public.reading_conflict'::regclass and k.attnum > 0 and not k.attisdropped
                          and k.attname = a.attname and k.atttypid = a.atttypid and k.atttypmod = a.atttypmod)
$$;

grant select, insert, update on turbine_move to galewatch_mover;
grant select, insert, update (kept, settled_at, settled_by, settled_token) on reading_conflict to galewatch_mover;
grant select on turbine_move, reading_conflict to galewatch_reader;

-- The guard: whoever changes one of the mover's tables did advance the fence in this very transaction, or is not the
-- mover. Schema-qualified, so that a temporary table cannot shadow the fence; ENABLE ALWAYS, so that
-- session_replication_role cannot switch it off; by xid8 and not xmin, so that savepoints do not matter.
create function only_behind_the_fence() returns trigger
    language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as
$$
begin
    if exists (select from public.mover_fence where advanced_by = pg_current_xact_id()) then
        return null;
    end if;
    if session_user = 'galewatch_ingest' and tg_op = 'INSERT' and tg_table_name = 'readings' then
        if current_setting('transaction_isolation') <> 'read committed' then
            raise exception using errcode = 'GW003',
                message = 'readings are stored in READ COMMITTED only: an older snapshot does not see a newer map',
                detail = (select public.map_as_json(m) from public.shard_map m);
        end if;
        -- Ingest needs no fence, but it holds the map until commit, before readings_are_at_home looks at it.
        perform pg_advisory_xact_lock_shared(public.map_lock_key());
        return null;
    end if;
    if session_user = (select pg_get_userbyid(relowner) from pg_class where oid = tg_relid)
       or (select rolsuper from pg_roles where rolname = session_user) then
        return null;
    end if;
    raise exception using errcode = 'GW001',
        message = format('%s on %I by %I without the fence: this transaction has not advanced mover_fence',
            tg_op, tg_table_name, session_user),
        hint = 'The first statement of a batch advances the fence under its own grant (ARCHITECTURE.md, invariant 3).';
end
$$;

create trigger guard before insert or update or delete or truncate on readings
    for each statement execute function only_behind_the_fence();
create trigger guard before insert or update or delete or truncate on turbine_move
    for each statement execute function only_behind_the_fence();
create trigger guard before insert or update or delete or truncate on reading_conflict
    for each statement execute function only_behind_the_fence();
alter table readings enable always trigger guard;
alter table turbine_move enable always trigger guard;
alter table reading_conflict enable always trigger guard;
