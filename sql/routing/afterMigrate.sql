-- Boxes check at start which version this database has.
grant select on flyway_schema_history to galewatch_mover, galewatch_ingest, galewatch_reader;
