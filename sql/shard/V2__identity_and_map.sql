-- Which shard this is, and the newest map it has obeyed (ARCHITECTURE.md, "Identity" and "Map").

create table shard_identity (
    singleton   boolean primary key default true check (singleton),
    fleet_id    uuid        not null,
    shard_index integer     not null check (shard_index >= 0),
    created_at  timestamptz not null default clock_timestamp()
);

create function shard_identity_is_immutable() returns trigger
    language plpgsql set search_path = pg_catalog, pg_temp as
$$
begin
    raise exception using errcode = 'GW005',
        message = 'shard_identity is immutable: it is how a wrong address is noticed',
        hint = 'A new shard is a new, empty database that migrate has never seen.';
end
$$;

create trigger immutable before update or delete or truncate on shard_identity
    for each statement execute function shard_identity_is_immutable();
alter table shard_identity enable always trigger immutable;

-- Run by every new connection before its first use: two swapped addresses, or a second fleet pointed here, stop at
-- this line and not at a deleted table.
create function prove_identity(p_fleet uuid, p_index integer) returns void
    language plpgsql stable set search_path = pg_catalog, pg_temp as
$$
declare
    here public.shard_identity;
begin
    select * into here from public.shard_identity;
    if not found then
        raise exception using errcode = 'GW005',
            message = format('this database is not a shard yet: expected shard-%s of fleet %s', p_index + 1, p_fleet),
            hint = 'Run migrate first.';
    end if;
    if here.fleet_id <> p_fleet or here.shard_index <> p_index then
        raise exception using errcode = 'GW005',
            message = format('this database is shard-%s of fleet %s, but the caller expected shard-%s of fleet %s',
                here.shard_index + 1, here.fleet_id, p_index + 1, p_fleet),
            hint = 'Two addresses are swapped, or belong to another fleet.';
    end if;
end
$$;

create table shard_map (
    singleton  boolean primary key default true check (singleton),
    epoch      bigint      not null check (epoch >= 1),
    shards     integer     not null check (shards between 1 and 1024),
    map_id     uuid        not null,
    adopted_at timestamptz not null default clock_timestamp()
);

-- The address function, the same as TurbineHash in Java: the first four bytes of SHA-256 of the serial in UTF-8, as
-- an unsigned number. sql/hash-vectors.csv holds the vectors both are tested with.
-- STABLE, because convert_to is no more than that: Postgres then puts it into the calling query, instead of running it as a
-- function of its own for each turbine of each insert, which took five times as long.
create function turbine_hash(p_turbine text) returns bigint
    language sql stable strict parallel safe as
$$ select pg_catalog.substring(pg_catalog.sha256(pg_catalog.convert_to(p_turbine, 'UTF8')), 1, 4)::pg_catalog.int8 $$;

-- One advisory lock stands for the map: shared by whoever relies on it until commit, exclusive to change it.
create function map_lock_key() returns bigint
    language sql immutable parallel safe as
$$ select 306407358800 $$; -- 0x47_574D4150, "GWMAP"

create function map_as_json(p_map shard_map) returns text
    language sql immutable as
$$
    select pg_catalog.json_build_object('epoch', p_map.epoch, 'shards', p_map.shards, 'mapId', p_map.map_id)::text
$$;

-- Holds the map until the end of the transaction and proves that it is the caller's. Lock and read are two statements
-- of a VOLATILE function on purpose: in one statement the snapshot is older than the end of the wait.
create function map_hold(p_epoch bigint, p_map uuid) returns void
    language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as
$$
declare
    here public.shard_map;
begin
    if current_setting('transaction_isolation') <> 'read committed' then
        raise exception using errcode = 'GW003',
            message = 'the map can be held in READ COMMITTED only: an older snapshot does not see the map it waited for',
            detail = (select public.map_as_json(m) from public.shard_map m);
    end if;
    perform pg_advisory_xact_lock_shared(public.map_lock_key());
    select * into strict here from public.shard_map;
    if here.epoch <> p_epoch or here.map_id <> p_map then
        raise exception using errcode = 'GW003',
            message = format('this shard obeys map %s (epoch %s, %s shards), not map %s of epoch %s',
                here.map_id, here.epoch, here.shards, p_map, p_epoch),
            detail = public.map_as_json(here);
    end if;
end
$$;

-- Takes a higher map; a lower or equal one changes nothing. Returns the map in force afterwards. To be called in a
-- transaction of its own: two callers that hold the map shared and both adopt would deadlock. The lock timeout is short
-- because ingest queues behind the exclusive request.
create function map_adopt(p_epoch bigint, p_shards integer, p_map uuid) returns shard_map
    language plpgsql volatile security definer set search_path = pg_catalog, pg_temp set lock_timeout = '250ms' as
$$
declare
    here public.shard_map;
begin
    select * into strict here from public.shard_map;
    if here.epoch < p_epoch then
        perform pg_advisory_xact_lock(public.map_lock_key());
        update public.shard_map
           set epoch = p_epoch, shards = p_shards, map_id = p_map, adopted_at = clock_timestamp()
         where epoch < p_epoch;
        select * into strict here from public.shard_map;
    end if;
    if here.epoch = p_epoch and here.map_id <> p_map then
        raise exception using errcode = 'GW003',
            message = format('epoch %s stands for two maps: %s here, %s offered', p_epoch, here.map_id, p_map),
            detail = public.map_as_json(here),
            hint = 'The routing database was probably restored. Nobody moves until a higher epoch settles it.';
    end if;
    return here;
end
$$;

-- Ends sessions that have held the map for longer than any honest transaction does: a box frozen in the middle of one
-- must not stop a flip for the others. The bound is fixed here, so that no caller can shorten it.
create function map_evict_holders() returns integer
    language sql volatile security definer set search_path = pg_catalog, pg_temp as
$$
    select count(*) filter (where pg_terminate_backend(a.pid))::integer
      from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'advisory' and l.granted and l.objsubid = 1
       and l.database = (select oid from pg_database where datname = current_database())
       and (l.classid::bigint << 32 | l.objid::bigint) = public.map_lock_key()
       and a.usename in ('galewatch_ingest', 'galewatch_mover')
       and a.pid <> pg_backend_pid()
       and clock_timestamp() - a.xact_start > interval '2 seconds'
$$;

revoke all on function map_hold(bigint, uuid), map_adopt(bigint, integer, uuid), map_evict_holders() from public;
grant execute on function map_hold(bigint, uuid), map_adopt(bigint, integer, uuid), map_evict_holders()
    to galewatch_mover, galewatch_ingest;
grant select on shard_identity, shard_map to galewatch_mover, galewatch_ingest, galewatch_reader;
