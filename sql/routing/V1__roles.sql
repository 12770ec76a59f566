-- Login roles of a box. They are created without a password: `migrate` sets the passwords afterwards, so that no
-- secret ever stands in a migration. Roles belong to the whole server, so another database of it may have made them
-- already, at this very moment too.
do $$
declare
    wanted text;
begin
    foreach wanted in array array['galewatch_mover', 'galewatch_ingest', 'galewatch_reader'] loop
        begin
            execute format('create role %I nologin noinherit', wanted);
        exception when duplicate_object or unique_violation then
            null;
        end;
        -- The owner's SECURITY DEFINER functions end stuck sessions of these roles; that needs their privileges, and
        -- nothing more (no SET ROLE).
        if not (select rolsuper from pg_catalog.pg_roles where rolname = current_user)
           and not pg_has_role(current_user, wanted, 'USAGE') then
            execute format('grant %I to current_user with inherit true, set false', wanted);
        end if;
    end loop;
end
$$;

revoke all on schema public from public;
grant usage on schema public to galewatch_mover, galewatch_ingest, galewatch_reader;
