#!/bin/bash
# Run by the postgres image on a new, empty data directory: the owner of everything Galewatch, and its database. The owner
# is no superuser; it may create the roles that migrate creates, and nothing else beyond its own database.
set -euo pipefail

psql -v ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres --set password="$GALEWATCH_OWNER_PASSWORD" <<'SQL'
set password_encryption = 'scram-sha-256';
create role galewatch_owner login createrole password :'password';
create database galewatch owner galewatch_owner;
SQL
