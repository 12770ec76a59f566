-- The routing database: who may move (the claim), what N is (the epochs), which shards there are.

create table fleet (
    singleton  boolean primary key default true check (singleton),
    fleet_id   uuid        not null,
    created_at timestamptz not null default clock_timestamp()
);

create function prove_fleet(p_fleet uuid) returns void
    language plpgsql stable set search_path = pg_catalog, pg_temp as
$$
declare
    here uuid;
begin
    select fleet_id into here from public.fleet;
    if here is distinct from p_fleet then
        raise exception using errcode = 'GW005',
            message = format('this is the routing database of fleet %s, but the caller expected fleet %s', here, p_fleet);
    end if;
end
$$;

-- Registered shards. Separate from N: a shard stays registered, and is still searched for misplaced rows, when N shrinks.
create table shard (
    shard_index   integer primary key check (shard_index >= 0),
    name          text        not null unique,
    registered_at timestamptz not null default clock_timestamp()
);

-- One row per map. The key is the election of two admins at once: the first insert wins, the other is told who did.
create table routing_epoch (
    epoch           bigint primary key check (epoch >= 1),
    shards          integer     not null check (shards between 1 and 1024),
    map_id          uuid        not null unique,
    created_at      timestamptz not null default clock_timestamp(),
    created_by      text        not null,
    completed_at    timestamptz,
    completed_token bigint,
    completed_grant uuid
);

-- The claim. The token is minted by the row's own update and never from a sequence, so no token exists without a grant.
create table mover_claim (
    role       text primary key,
    token      bigint      not null default 0,
    grant_id   uuid,                              -- null: released
    owner      text,
    granted_at timestamptz,
    renewed_at timestamptz,
    lease      interval,
    expires_at timestamptz,
    progress   bigint      not null default 0,
    reason     text
) with (fillfactor = 50);
insert into mover_claim (role) values ('mover');

-- Every grant there ever was. Written by the claim row's trigger, so that it cannot be forgotten.
create table claim_grant (
    role       text        not null,
    token      bigint      not null,
    grant_id   uuid        not null,
    owner      text        not null,
    cause      text        not null, -- first, expired, released, clock-back, reminted
    granted_at timestamptz not null default clock_timestamp(),
    previous_expiry timestamptz,
    primary key (role, token, grant_id)
);

create function mover_claim_keeps_history() returns trigger
    language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as
$$
begin
    if new.token < old.token or (new.token = old.token and new.grant_id is distinct from old.grant_id
                                 and new.grant_id is not null) then
        raise exception using errcode = 'GW002',
            message = format('claim %s is at token %s: every grant has a higher one', old.role, old.token);
    end if;
    if new.token > old.token then
        insert into public.claim_grant (role, token, grant_id, owner, cause, previous_expiry)
        values (new.role, new.token, new.grant_id, new.owner, coalesce(new.reason, 'unknown'), old.expires_at);
    end if;
    return new;
end
$$;
create trigger keeps_history before update on mover_claim
    for each row execute function mover_claim_keeps_history();
alter table mover_claim enable always trigger keeps_history;

-- Evidence that a box was fenced, written when the routing database can be written.
create table fenced_rejection (
    id           uuid primary key,
    at           timestamptz not null default clock_timestamp(),
    box          text        not null,
    shard        text        not null,
    step         text        not null,
    turbine_id   text,
    own_token    bigint      not null,
    own_grant    uuid        not null,
    stored_token bigint      not null,
    stored_grant uuid        not null,
    stored_owner text        not null
);

-- Paused by the operator: while a row is here, nobody takes the claim and its holder releases it.
create table mover_pause (
    singleton boolean primary key default true check (singleton),
    paused_by text        not null,
    reason    text        not null,
    paused_at timestamptz not null default clock_timestamp()
);

-- What administrators ask of the mover: whoever holds the claim does it, behind the fence, and answers here.
create table mover_request (
    id           bigint generated always as identity primary key,
    kind         text        not null check (kind in ('retry', 'resolve', 'reconcile')),
    turbine_id   text collate "C" check ((turbine_id is null) = (kind = 'reconcile')),
    read_at      timestamptz check (read_at is null or kind = 'resolve'), -- one reading; null: all of the turbine's
    keep         text        check (keep in ('source', 'target') and kind = 'resolve' or keep is null and kind <> 'resolve'),
    requested_by text        not null,
    requested_at timestamptz not null default clock_timestamp(),
    finished_at  timestamptz,
    outcome      text,
    token        bigint
);
create index mover_request_open on mover_request (id) where finished_at is null;

grant select on fleet, shard, routing_epoch, mover_claim, claim_grant, fenced_rejection, mover_pause, mover_request
    to galewatch_mover, galewatch_reader;
grant insert (epoch, shards, map_id, created_by) on routing_epoch to galewatch_mover;
grant update (completed_at, completed_token, completed_grant) on routing_epoch to galewatch_mover;
grant update (token, grant_id, owner, granted_at, renewed_at, lease, expires_at, progress, reason)
    on mover_claim to galewatch_mover;
grant insert on fenced_rejection to galewatch_mover;
grant insert, delete on mover_pause to galewatch_mover;
grant insert (kind, turbine_id, read_at, keep, requested_by), update (finished_at, outcome, token) on mover_request
    to galewatch_mover;
