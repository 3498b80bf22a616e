#!/bin/sh
# Gives each database role its password from the environment. The Postgres image runs it after roles.sql when it makes the
# database; to change a password, run it again.
set -eu
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" \
  --set owner="$BRIDGE_DB_OWNER_PASSWORD" \
  --set app="$BRIDGE_DB_APP_PASSWORD" \
  --set gateway="$BRIDGE_DB_GATEWAY_PASSWORD" \
  --set worlds="$BRIDGE_DB_WORLDS_PASSWORD" \
  --set builder="$BRIDGE_DB_BUILDER_PASSWORD" \
  --set account="$BRIDGE_DB_ACCOUNT_PASSWORD" <<'SQL'
alter role bridge_owner password :'owner';
alter role bridge_app password :'app';
alter role bridge_gateway password :'gateway';
alter role bridge_worlds password :'worlds';
alter role bridge_builder password :'builder';
alter role bridge_account password :'account';
SQL
