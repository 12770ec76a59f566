-- What a box calls to store readings: one round trip, one transaction. Presents the map first and holds it until
-- commit; the first value of a turbine and instant wins. Returns only what was not newly stored: the positions
-- (from 1) of readings that were there already ("duplicate": the same values, harmless; "conflict": other values,
-- not stored).
create function ingest_readings(
    p_epoch bigint, p_map uuid, p_turbine text[], p_at timestamptz[],
    p_wind_speed real[], p_wind_direction real[], p_air_temperature real[], p_air_pressure real[],
    p_rotor_speed real[], p_generator_speed real[], p_pitch_angle real[], p_nacelle_direction real[],
    p_gearbox_oil_temperature real[], p_generator_temperature real[], p_grid_voltage real[], p_grid_frequency real[],
    p_active_power double precision[], p_reactive_power double precision[], p_energy_total double precision[]
) returns table (pos integer, outcome text)
    language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as
$$
declare
    stored bigint;
begin
    perform public.map_hold(p_epoch, p_map);

    -- In key order, so that two boxes that store the same readings wait for each other and never deadlock; and under one
    -- key in the order given, so that the first one wins here too.
    insert into public.readings (turbine_id, read_at, wind_speed, wind_direction, air_temperature, air_pressure, rotor_speed, generator_speed, pitch_angle,
        nacelle_direction, gearbox_oil_temperature, generator_temperature, grid_voltage, grid_frequency, active_power,
        reactive_power, energy_total)
    select turbine_id, read_at, wind_speed, wind_direction, air_temperature, air_pressure, rotor_speed, generator_speed, pitch_angle,
        nacelle_direction, gearbox_oil_temperature, generator_temperature, grid_voltage, grid_frequency, active_power,
        reactive_power, energy_total
      from unnest(p_turbine, p_at, p_wind_speed, p_wind_direction, p_air_temperature, p_air_pressure,
          p_rotor_speed, p_generator_speed, p_pitch_angle, p_nacelle_direction, p_gearbox_oil_temperature,
          p_generator_temperature, p_grid_voltage, p_grid_frequency, p_active_power, p_reactive_power, p_energy_total)
          with ordinality
          as g(turbine_id, read_at, wind_speed, wind_direction, air_temperature, air_pressure, rotor_speed, generator_speed, pitch_angle,
              nacelle_direction, gearbox_oil_temperature, generator_temperature, grid_voltage, grid_frequency, active_power,
              reactive_power, energy_total, n)
     order by g.turbine_id collate "C", g.read_at, g.n
    on conflict do nothing;
    get diagnostics stored = row_count;
    if stored = cardinality(p_turbine) then
        return;
    end if;

    -- A statement of its own, so that it sees what a concurrent sender of the same reading has committed meanwhile.
    -- A row that this transaction stored is accepted where its key occurs first with the values that were stored.
    return query
    with compared as (
        select g.n, g.turbine_id, g.read_at, r.xmin = pg_current_xact_id()::xid as own,
               row(g.wind_speed, g.wind_direction, g.air_temperature, g.air_pressure, g.rotor_speed,
                   g.generator_speed, g.pitch_angle, g.nacelle_direction, g.gearbox_oil_temperature,
                   g.generator_temperature, g.grid_voltage, g.grid_frequency, g.active_power, g.reactive_power,
                   g.energy_total)
               is not distinct from
               row(r.wind_speed, r.wind_direction, r.air_temperature, r.air_pressure, r.rotor_speed,
                   r.generator_speed, r.pitch_angle, r.nacelle_direction, r.gearbox_oil_temperature,
                   r.generator_temperature, r.grid_voltage, r.grid_frequency, r.active_power, r.reactive_power,
                   r.energy_total) as same
          from unnest(p_turbine, p_at, p_wind_speed, p_wind_direction, p_air_temperature, p_air_pressure,
              p_rotor_speed, p_generator_speed, p_pitch_angle, p_nacelle_direction, p_gearbox_oil_temperature,
              p_generator_temperature, p_grid_voltage, p_grid_frequency, p_active_power, p_reactive_power,
              p_energy_total) with ordinality
              as g(turbine_id, read_at, wind_speed, wind_direction, air_temperature, air_pressure, rotor_speed, generator_speed, pitch_angle,
                  nacelle_direction, gearbox_oil_temperature, generator_temperature, grid_voltage, grid_frequency, active_power,
                  reactive_power, energy_total, n)
          join public.readings r on r.turbine_id = g.turbine_id and r.read_at = g.read_at
    ), judged as (
        -- One pass over each key's readings: a subquery for each would make a group of n cost n * n.
        select c.n, c.own, c.same,
               min(c.n) filter (where c.same) over (partition by c.turbine_id, c.read_at) as first_same
          from compared c
    )
    select j.n::integer, case when j.same then 'duplicate' else 'conflict' end
      from judged j
     where not (j.own and j.same and j.n = j.first_same);
end
$$;

revoke all on function ingest_readings(bigint, uuid, text[], timestamptz[], real[], real[], real[], real[], real[],
    real[], real[], real[], real[], real[], real[], real[], double precision[], double precision[], double precision[])
    from public;
grant execute on function ingest_readings(bigint, uuid, text[], timestamptz[], real[], real[], real[], real[], real[],
    real[], real[], real[], real[], real[], real[], real[], double precision[], double precision[], double precision[])
    to galewatch_ingest;
