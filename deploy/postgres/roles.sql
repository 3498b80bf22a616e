-- One database role for each service, with the rights that its statements need. Run as a superuser; it may run again.
-- Made by npm run gen:docs from libs/db/src/roles. Change it there.
-- It sets no password: a role without one cannot log in by password.

do $role$ begin create role bridge_owner; exception when duplicate_object or unique_violation then null; end $role$;
alter role bridge_owner login nosuperuser nocreatedb nocreaterole noreplication nobypassrls;
do $role$ begin create role bridge_app; exception when duplicate_object or unique_violation then null; end $role$;
alter role bridge_app login nosuperuser nocreatedb nocreaterole noreplication nobypassrls;
do $role$ begin create role bridge_gateway; exception when duplicate_object or unique_violation then null; end $role$;
alter role bridge_gateway login nosuperuser nocreatedb nocreaterole noreplication nobypassrls;
do $role$ begin create role bridge_worlds; exception when duplicate_object or unique_violation then null; end $role$;
alter role bridge_worlds login nosuperuser nocreatedb nocreaterole noreplication nobypassrls;
do $role$ begin create role bridge_builder; exception when duplicate_object or unique_violation then null; end $role$;
alter role bridge_builder login nosuperuser nocreatedb nocreaterole noreplication nobypassrls;
do $role$ begin create role bridge_account; exception when duplicate_object or unique_violation then null; end $role$;
alter role bridge_account login nosuperuser nocreatedb nocreaterole noreplication nobypassrls;
grant bridge_gateway, bridge_worlds, bridge_builder, bridge_account to bridge_app;

-- A role may connect, and make nothing: no schema, no temporary table.
do $database$ begin
  execute format('revoke all on database %I from public', current_database());
  execute format('grant connect on database %I to bridge_owner, bridge_app, bridge_gateway, bridge_worlds, bridge_builder, bridge_account', current_database());
end $database$;
revoke create on schema public from public;

create schema if not exists effect authorization bridge_owner;
create schema if not exists gateway authorization bridge_owner;
create schema if not exists worlds authorization bridge_owner;
create schema if not exists builder authorization bridge_owner;
create schema if not exists account authorization bridge_owner;
do $owner$
declare
  one record;
begin
  for one in
    select format('alter schema %I owner to bridge_owner', nspname) as statement
      from pg_namespace where nspname in ('effect', 'gateway', 'worlds', 'builder', 'account')
        and nspowner <> 'bridge_owner'::regrole
    union all
    select format('alter %s %I.%I owner to bridge_owner', case c.relkind when 'v' then 'view' else 'table' end,
        n.nspname, c.relname)
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('effect', 'gateway', 'worlds', 'builder', 'account') and c.relkind in ('r', 'p', 'v')
        and c.relowner <> 'bridge_owner'::regrole
    union all
    select format('alter function %s owner to bridge_owner', p.oid::regprocedure)
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname in ('effect', 'gateway', 'worlds', 'builder', 'account') and p.proowner <> 'bridge_owner'::regrole
  loop
    execute one.statement;
  end loop;
end $owner$;

set role bridge_owner;
do $grants$ begin
  if (select count(*) from pg_roles where rolname in ('bridge_owner', 'bridge_app', 'bridge_gateway', 'bridge_worlds', 'bridge_builder', 'bridge_account')) < 6 then return; end if;
  grant usage on schema effect to bridge_gateway;
  if to_regclass('effect.cell') is not null then revoke all on effect.cell from bridge_gateway; grant select on effect.cell to bridge_gateway; end if;
  if to_regclass('effect.idempotency') is not null then revoke all on effect.idempotency from bridge_gateway; grant select, insert, update (response, words) on effect.idempotency to bridge_gateway; end if;
  if to_regclass('effect.journal') is not null then revoke all on effect.journal from bridge_gateway; grant select, insert on effect.journal to bridge_gateway; end if;
  if to_regclass('effect.journal_head') is not null then revoke all on effect.journal_head from bridge_gateway; grant select, insert (account_id, seq, hash), update (seq, hash) on effect.journal_head to bridge_gateway; end if;
  if to_regclass('effect.migration') is not null then revoke all on effect.migration from bridge_gateway; grant select on effect.migration to bridge_gateway; end if;
  if to_regclass('effect.refusal') is not null then revoke all on effect.refusal from bridge_gateway; grant select, insert, update (n), delete on effect.refusal to bridge_gateway; end if;
  grant usage on schema effect to bridge_worlds;
  if to_regclass('effect.cell') is not null then revoke all on effect.cell from bridge_worlds; grant select on effect.cell to bridge_worlds; end if;
  if to_regclass('effect.idempotency') is not null then revoke all on effect.idempotency from bridge_worlds; grant select, insert, update (response, words) on effect.idempotency to bridge_worlds; end if;
  if to_regclass('effect.journal') is not null then revoke all on effect.journal from bridge_worlds; grant select, insert on effect.journal to bridge_worlds; end if;
  if to_regclass('effect.journal_head') is not null then revoke all on effect.journal_head from bridge_worlds; grant select, insert (account_id, seq, hash), update (seq, hash) on effect.journal_head to bridge_worlds; end if;
  if to_regclass('effect.migration') is not null then revoke all on effect.migration from bridge_worlds; grant select on effect.migration to bridge_worlds; end if;
  grant usage on schema effect to bridge_builder;
  if to_regclass('effect.cell') is not null then revoke all on effect.cell from bridge_builder; grant select on effect.cell to bridge_builder; end if;
  if to_regclass('effect.idempotency') is not null then revoke all on effect.idempotency from bridge_builder; grant select, insert, update (response, words), delete on effect.idempotency to bridge_builder; end if;
  if to_regclass('effect.journal') is not null then revoke all on effect.journal from bridge_builder; grant select, insert on effect.journal to bridge_builder; end if;
  if to_regclass('effect.journal_head') is not null then revoke all on effect.journal_head from bridge_builder; grant select, insert (account_id, seq, hash), update (seq, hash) on effect.journal_head to bridge_builder; end if;
  if to_regclass('effect.migration') is not null then revoke all on effect.migration from bridge_builder; grant select on effect.migration to bridge_builder; end if;
  grant usage on schema effect to bridge_account;
  if to_regclass('effect.cell') is not null then revoke all on effect.cell from bridge_account; grant select on effect.cell to bridge_account; end if;
  if to_regclass('effect.idempotency') is not null then revoke all on effect.idempotency from bridge_account; grant select, insert, update (response, words), delete on effect.idempotency to bridge_account; end if;
  if to_regclass('effect.journal') is not null then revoke all on effect.journal from bridge_account; grant select, insert on effect.journal to bridge_account; end if;
  if to_regclass('effect.journal_head') is not null then revoke all on effect.journal_head from bridge_account; grant select, insert (account_id, seq, hash), update (seq, hash) on effect.journal_head to bridge_account; end if;
  if to_regclass('effect.migration') is not null then revoke all on effect.migration from bridge_account; grant select on effect.migration to bridge_account; end if;
  if to_regclass('effect.refusal') is not null then revoke all on effect.refusal from bridge_account; grant select on effect.refusal to bridge_account; end if;
  if to_regproc('effect.verify_rows') is not null then grant execute on function effect.verify_rows to bridge_app; end if;
end $grants$;
do $grants$ begin
  if (select count(*) from pg_roles where rolname in ('bridge_owner', 'bridge_app', 'bridge_gateway', 'bridge_worlds', 'bridge_builder', 'bridge_account')) < 6 then return; end if;
  grant usage on schema gateway to bridge_gateway;
  grant select, insert, update, delete on all tables in schema gateway to bridge_gateway;
  alter default privileges in schema gateway grant select, insert, update, delete on tables to bridge_gateway;
  if to_regclass('gateway.migration') is not null then revoke insert, update, delete on gateway.migration from bridge_gateway; end if;
  grant usage on schema gateway to bridge_account;
  if to_regclass('gateway.active_key_v1') is not null then grant select on gateway.active_key_v1 to bridge_account; end if;
  if to_regclass('gateway.key_name_v1') is not null then grant select on gateway.key_name_v1 to bridge_account; end if;
end $grants$;
do $grants$ begin
  if (select count(*) from pg_roles where rolname in ('bridge_owner', 'bridge_app', 'bridge_gateway', 'bridge_worlds', 'bridge_builder', 'bridge_account')) < 6 then return; end if;
  grant usage on schema worlds to bridge_worlds;
  grant select, insert, update, delete on all tables in schema worlds to bridge_worlds;
  alter default privileges in schema worlds grant select, insert, update, delete on tables to bridge_worlds;
  if to_regclass('worlds.migration') is not null then revoke insert, update, delete on worlds.migration from bridge_worlds; end if;
  grant usage on schema worlds to bridge_builder;
  if to_regclass('worlds.right_v1') is not null then grant select on worlds.right_v1 to bridge_builder; end if;
  if to_regproc('worlds.hold_right_v1') is not null then grant execute on function worlds.hold_right_v1 to bridge_builder; end if;
end $grants$;
do $grants$ begin
  if (select count(*) from pg_roles where rolname in ('bridge_owner', 'bridge_app', 'bridge_gateway', 'bridge_worlds', 'bridge_builder', 'bridge_account')) < 6 then return; end if;
  grant usage on schema builder to bridge_builder;
  grant select, insert, update, delete on all tables in schema builder to bridge_builder;
  alter default privileges in schema builder grant select, insert, update, delete on tables to bridge_builder;
  if to_regclass('builder.migration') is not null then revoke insert, update, delete on builder.migration from bridge_builder; end if;
end $grants$;
do $grants$ begin
  if (select count(*) from pg_roles where rolname in ('bridge_owner', 'bridge_app', 'bridge_gateway', 'bridge_worlds', 'bridge_builder', 'bridge_account')) < 6 then return; end if;
  grant usage on schema account to bridge_builder;
  if to_regproc('account.capture_v1') is not null then grant execute on function account.capture_v1 to bridge_builder; end if;
  grant usage on schema account to bridge_account;
  grant select, insert, update, delete on all tables in schema account to bridge_account;
  alter default privileges in schema account grant select, insert, update, delete on tables to bridge_account;
  if to_regclass('account.migration') is not null then revoke insert, update, delete on account.migration from bridge_account; end if;
end $grants$;
reset role;
