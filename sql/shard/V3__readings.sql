-- What the turbines sent. Serials compare by bytes (COLLATE "C"): the same order on every server, and a shorter index.
create table readings (
    turbine_id                    text collate "C" not null,
    read_at                       timestamptz      not null,
    wind_speed                    real,             -- m/s
    wind_direction                real,             -- degrees
    air_temperature               real,             -- degrees Celsius
    air_pressure                  real,             -- hPa
    rotor_speed                   real,             -- rpm
    generator_speed               real,             -- rpm
    pitch_angle                   real,             -- degrees
    nacelle_direction             real,             -- degrees
    gearbox_oil_temperature       real,             -- degrees Celsius
    generator_temperature         real,             -- degrees Celsius
    grid_voltage                  real,             -- V
    grid_frequency                real,             -- Hz
    active_power                  double precision, -- kW
    reactive_power                double precision, -- kvar
    energy_total                  double precision, -- kWh since commissioning
    primary key (turbine_id, read_at)
);

-- The shard computes the home of what is inserted itself: a box's own arithmetic agrees with itself, and that is how
-- 24,000 readings went astray in March.
create function readings_are_at_home() returns trigger
    language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as
$$
declare
    divisor integer;
    own     integer;
    stray   text;
begin
    select shards into strict divisor from public.shard_map;
    select shard_index into strict own from public.shard_identity;
    select turbine_id into stray
      from (select distinct turbine_id from inserted) as t
     where public.turbine_hash(turbine_id) % divisor <> own
     limit 1;
    if stray is not null then
        raise exception using errcode = 'GW004',
            message = format('turbine %s belongs to shard-%s of %s; this is shard-%s', quote_literal(stray),
                public.turbine_hash(stray) % divisor + 1, divisor, own + 1),
            detail = (select public.map_as_json(m) from public.shard_map m);
    end if;
    return null;
end
$$;

create trigger at_home after insert on readings
    referencing new table as inserted
    for each statement execute function readings_are_at_home();
alter table readings enable always trigger at_home;

-- What a digest sums up for each row: its columns' hashes, joined by xor, each with a seed of its own so that values that
-- change places between columns show. It is remixed before the sum, because a plain sum is linear and misses values that
-- change places between rows.
create function digest_mix(p_hash bigint) returns bigint
    language sql immutable parallel safe as
$$ select pg_catalog.hashbyteaextended(pg_catalog.int8send(p_hash), 0) $$;

-- What a move must find the same on both sides: columns by name, their types, nullability, generation, collation, and
-- the key. Column order is left out: rows are copied and compared by name.
--
-- copied: whether its values are copied; a generated column's are computed anew, and compared.
-- hash: SQL of a hash of its values, with %1$s for the value and %2$s for the seed; null where PostgreSQL has none for the
-- type. Of the text where equal hashes do not mean the same value (1.0 and 1.00, a day and 24 hours, types of extensions) or
-- where the hash differs between databases (enums). Hashing each column costs two thirds of what hash_record_extended over all
-- of them does.
create function readings_columns() returns table (column_name text, definition text, copied boolean, hash text)
    language sql stable set search_path = pg_catalog, pg_temp as
$$
    select a.attname::text,
           format_type(a.atttypid, a.atttypmod)
               || case when a.attnotnull then ' not null' else '' end
               || case when a.attgenerated <> ''
                       then ' generated as ' || coalesce(pg_get_expr(d.adbin, d.adrelid), '') else '' end
               || case when a.attidentity <> '' then ' identity' else '' end
               || case when a.attcollation <> 0 then ' collate ' || a.attcollation::regcollation::text else '' end
               || coalesce((select ' key ' || k.ordinality::text
                              from pg_index i cross join unnest(i.indkey) with ordinality as k(attnum, ordinality)
                             where i.indrelid = a.attrelid and i.indisprimary and k.attnum = a.attnum), ''),
           a.attgenerated = '',
           case when t.typtype = 'e' or t.typname in ('numeric', 'jsonb', 'bpchar', 'interval')
                     or (t.typtype = 'b' and t.typnamespace <> 'pg_catalog'::regnamespace)
                then 'hashtextextended(%1$s::text collate "C", %2$s)'
                when t.typtype = 'b' and t.typelem = 0
                then (select f.amproc::text || '(%1$s' || case when t.typcollation <> 0 then ' collate "C"' else '' end
                             || ', %2$s)'
                        from pg_opclass c
                        join pg_am m on m.oid = c.opcmethod and m.amname = 'hash'
                        join pg_amproc f on f.amprocfamily = c.opcfamily and f.amprocnum = 2
                             and f.amproclefttype = c.opcintype
                       where c.opcdefault
                         and c.opcintype = case t.typname when 'varchar' then 'text'::regtype else t.oid end) end
      from pg_attribute a
      join pg_type t on t.oid = a.atttypid
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     where a.attrelid = 'public.readings'::regclass and a.attnum > 0 and not a.attisdropped
     order by a.attname
$$;

create function readings_fingerprint() returns text
    language sql stable set search_path = pg_catalog, pg_temp as
$$ select md5(string_agg(column_name || ' ' || definition, E'\n' order by column_name)) from public.readings_columns() $$;

grant select on readings to galewatch_mover, galewatch_reader;
grant insert on readings to galewatch_ingest;
grant insert, delete on readings to galewatch_mover;
grant maintain on readings to galewatch_mover;
