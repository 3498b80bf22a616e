import { APP_ROLE, DATABASE_SERVICES, grantsOn, OWNER_ROLE, roleOf } from './grants.ts';

/** Schemas of the product, in the order in which they are migrated. */
const SCHEMAS = ['effect', ...DATABASE_SERVICES];
const LOGIN_ROLES = [OWNER_ROLE, APP_ROLE, ...DATABASE_SERVICES.map(roleOf)];

/** Returns SQL that creates a role if it is missing. Two processes may run it together. */
function makeRole(role: string): string {
  return [
    `do $role$ begin create role ${role}; exception when duplicate_object or unique_violation then null; end $role$;`,
    `alter role ${role} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls;`,
  ].join('\n');
}

/** SQL that makes the owner role the owner of all schemas, tables, views and functions that an older version created. */
const HAND_OVER = `do $owner$
declare
  one record;
begin
  for one in
    select format('alter schema %I owner to ${OWNER_ROLE}', nspname) as statement
      from pg_namespace where nspname in (${SCHEMAS.map((schema) => `'${schema}'`).join(', ')})
        and nspowner <> '${OWNER_ROLE}'::regrole
    union all
    select format('alter %s %I.%I owner to ${OWNER_ROLE}', case c.relkind when 'v' then 'view' else 'table' end,
        n.nspname, c.relname)
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in (${SCHEMAS.map((schema) => `'${schema}'`).join(', ')}) and c.relkind in ('r', 'p', 'v')
        and c.relowner <> '${OWNER_ROLE}'::regrole
    union all
    select format('alter function %s owner to ${OWNER_ROLE}', p.oid::regprocedure)
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname in (${SCHEMAS.map((schema) => `'${schema}'`).join(', ')}) and p.proowner <> '${OWNER_ROLE}'::regrole
  loop
    execute one.statement;
  end loop;
end $owner$;`;

/**
 * Returns the SQL script that creates roles and schemas and sets owners and grants, to be run by a superuser. It can be
 * repeated on a database with data. It sets no password.
 */
export function rolesSql(): string {
  return [
    '-- One database role for each service, with the rights that its statements need. Run as a superuser; it may run again.',
    '-- Made by npm run gen:docs from libs/db/src/roles. Change it there.',
    '-- It sets no password: a role without one cannot log in by password.',
    '',
    ...LOGIN_ROLES.map(makeRole),
    `grant ${DATABASE_SERVICES.map(roleOf).join(', ')} to ${APP_ROLE};`,
    '',
    '-- A role may connect, and make nothing: no schema, no temporary table.',
    'do $database$ begin',
    "  execute format('revoke all on database %I from public', current_database());",
    `  execute format('grant connect on database %I to ${LOGIN_ROLES.join(', ')}', current_database());`,
    'end $database$;',
    'revoke create on schema public from public;',
    '',
    ...SCHEMAS.map(
      (schema) => `create schema if not exists ${schema} authorization ${OWNER_ROLE};`,
    ),
    HAND_OVER,
    '',
    `set role ${OWNER_ROLE};`,
    ...SCHEMAS.map(grantsOn),
    'reset role;',
    '',
  ].join('\n');
}
