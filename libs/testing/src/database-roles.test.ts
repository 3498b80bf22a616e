import { ACCOUNT_MIGRATIONS } from '@bridge/account';
import { BUILDER_MIGRATIONS } from '@bridge/builder';
import {
  connectDb,
  type ServiceWithDbRole,
  type DatabaseClient,
  dbModule,
  EFFECT_MIGRATIONS,
  rolesSql,
  sql,
} from '@bridge/db';
import { GATEWAY_MIGRATIONS } from '@bridge/gateway';
import { WORLDS_MIGRATIONS } from '@bridge/worlds';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeRoles, type DatabaseUrlByRole } from './database-roles.ts';
import { migrationFolder, migrationTexts } from './migration-folder.ts';
import { server } from './servers.ts';
import type { TestServer } from './servers/test-server.ts';
import { ROOT } from './shared-folder.ts';
import { testBase } from './test-base.ts';

const DENIED = { code: '42501' };
const SCHEMAS = [
  { schema: 'effect', migrations: EFFECT_MIGRATIONS },
  { schema: 'worlds', migrations: WORLDS_MIGRATIONS },
  { schema: 'builder', migrations: BUILDER_MIGRATIONS },
  { schema: 'gateway', migrations: GATEWAY_MIGRATIONS },
  { schema: 'account', migrations: ACCOUNT_MIGRATIONS },
];

let postgres: TestServer;
let roles: DatabaseUrlByRole;
let superuser: DatabaseClient;
const open = new Map<keyof DatabaseUrlByRole, DatabaseClient>();
const as = (role: keyof DatabaseUrlByRole): DatabaseClient => {
  const db = open.get(role);
  if (db === undefined) throw new Error(`no connection as ${role}`);
  return db;
};
const run = (role: keyof DatabaseUrlByRole, statement: string) => as(role).rows(sql.raw(statement));

beforeAll(async () => {
  postgres = await server('postgres', { own: true });
  // Create the database as an earlier version left it: the superuser ran the first migrations.
  superuser = connectDb(postgres.url, 'all-in-one', testBase());
  for (const { schema, migrations } of SCHEMAS) {
    const [first] = migrationTexts(migrations);
    if (first === undefined) throw new Error(`no migration of ${schema}`);
    const folder = migrationFolder(Object.fromEntries([first]));
    await superuser.ensureSchema({ schema, migrations: folder.url });
    folder.remove();
  }
  roles = await makeRoles(postgres.url);
  const owner = connectDb(roles.owner, 'all-in-one', testBase());
  for (const schema of SCHEMAS) await owner.ensureSchema(schema);
  open.set('owner', owner);
  for (const role of ['app', 'gateway', 'worlds', 'builder', 'account'] as const)
    open.set(role, connectDb(roles[role], 'service', testBase()));
});
afterAll(async () => {
  await Promise.all([...open.values(), superuser].map((db) => db.close()));
  await postgres.stop();
});

const SERVICES = ['gateway', 'worlds', 'builder', 'account'] as const;
/** The exact privileges that each service's role must have on the tables of schema `effect`. */
const EFFECT: Readonly<Record<ServiceWithDbRole, Readonly<Record<string, string>>>> = {
  gateway: {
    cell: 'SELECT',
    idempotency: 'INSERT SELECT',
    journal: 'INSERT SELECT',
    journal_head: 'SELECT',
    migration: 'SELECT',
    refusal: 'DELETE INSERT SELECT',
  },
  worlds: {
    cell: 'SELECT',
    idempotency: 'INSERT SELECT',
    journal: 'INSERT SELECT',
    journal_head: 'SELECT',
    migration: 'SELECT',
  },
  builder: {
    cell: 'SELECT',
    idempotency: 'DELETE INSERT SELECT',
    journal: 'INSERT SELECT',
    journal_head: 'SELECT',
    migration: 'SELECT',
  },
  account: {
    cell: 'SELECT',
    idempotency: 'DELETE INSERT SELECT',
    journal: 'INSERT SELECT',
    journal_head: 'SELECT',
    migration: 'SELECT',
    refusal: 'SELECT',
  },
};

/** The views of another service's schema that a service may read. Keys are `<reading service> <owning service>`. */
const SHARED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'builder worlds': { right_v1: 'SELECT' },
  'account gateway': { active_key_v1: 'SELECT', key_name_v1: 'SELECT' },
};

/** Returns the table privileges of a service's role in a schema. */
async function privileges(service: ServiceWithDbRole, schema: string) {
  const rows = await superuser.rows(
    sql<{
      name: string;
      all: string;
    }>`select c.relname as name, string_agg(p, ' ' order by p) as all
      from pg_class c, unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER', 'MAINTAIN']) p
      where c.relnamespace = ${schema}::regnamespace and c.relkind in ('r', 'v', 'p')
        and has_table_privilege(${`bridge_${service}`}, c.oid, p) group by 1`,
  );
  return Object.fromEntries(rows.map(({ name, all }) => [name, all]));
}

test('the script in deploy/postgres is the one that is made here, and may run again', async () => {
  expect(readFileSync(join(ROOT, 'deploy/postgres/roles.sql'), 'utf8')).toBe(rolesSql());
  // Grant a privilege as an earlier version did. The current script must revoke it.
  await superuser.rows(sql`grant insert on effect.journal_head to bridge_gateway`);
  await superuser.rows(sql.raw(rolesSql()));
});

describe.each(SERVICES)('the role of %s', (service) => {
  // Verifies: storage.roles.
  test('reads and writes the rows of its own schema, and of its migrations only the records', async () => {
    const own = await privileges(service, service);
    expect(own['migration']).toBe('SELECT');
    const others = Object.entries(own).filter(([name]) => name !== 'migration');
    expect(others.length).toBeGreaterThan(1);
    for (const [, all] of others) expect(all).toBe('DELETE INSERT SELECT UPDATE');
  });

  // Verifies: storage.roles.
  test('has no right on the tables of another service, and reads the views that are shared with it', async () => {
    for (const other of SERVICES.filter((one) => one !== service)) {
      const shared = SHARED[`${service} ${other}`] ?? {};
      expect(await privileges(service, other)).toEqual(shared);
    }
    const held = await superuser.rows(
      sql`select has_function_privilege(${`bridge_${service}`}, 'worlds.hold_right_v1(text, text)', 'execute') as held`,
    );
    expect(held).toEqual([{ held: service === 'builder' }]);
  });

  // Verifies: storage.roles-journal.
  test('may do to schema effect exactly what its statements do', async () => {
    expect(await privileges(service, 'effect')).toEqual(EFFECT[service]);
  });
});

describe.each(['app', ...SERVICES] as const)('connected as %s', (role) => {
  test('an effect is recorded', async () => {
    await run(
      role,
      `select effect.append('acc_${role}', 'a', 'owner', null, 'act', null, 'w', null, null, 'req_1')`,
    );
    await run(
      role,
      `insert into effect.idempotency (account_id, key, action, fp, fp_v, words) values ('acc_${role}', 'key-12345', 'a', 'f', 1, '{}')`,
    );
    await run(
      role,
      `update effect.idempotency set response = '{}', words = '{w}' where account_id = 'acc_${role}'`,
    );
  });

  // Verifies: storage.roles-journal.
  test.each([
    ['change a journal row', `update effect.journal set word = 'x'`],
    ['remove a journal row', `delete from effect.journal`],
    ['empty the journal', `truncate effect.journal`],
    ['disable the trigger of the journal', `alter table effect.journal disable trigger all`],
    ['drop the trigger of the journal', `drop trigger journal_append_only on effect.journal`],
    [
      'replace the function behind it',
      `create or replace function effect.refuse_change() returns trigger language plpgsql as 'begin return null; end'`,
    ],
    ['switch triggers off for its session', `set session_replication_role = replica`],
    ['alter the journal', `alter table effect.journal add column x text`],
    ['drop the journal', `drop table effect.journal`],
    ['write a stored request under another name', `update effect.idempotency set fp = 'x'`],
    ['remove the head of a chain', `delete from effect.journal_head`],
    ['give the head to another account', `update effect.journal_head set account_id = 'x'`],
    ['say that a chain is verified', `update effect.journal_head set verified_seq = 9`],
    [
      'begin a chain as verified',
      `insert into effect.journal_head (account_id, seq, hash, verified_seq) values ('acc_new', 0, '', 9)`,
    ],
    ['make the cell another one', `update effect.cell set id = 'x'`],
    ['forget a migration', `delete from effect.migration`],
    ['make a schema', `create schema x`],
    ['make a table', `create table public.x (id text)`],
    ['make a temporary table', `create temporary table x (id text)`],
    ['make a role', `create role x`],
    ['become the owner', `set role bridge_owner`],
    ['read a file of the server', `select pg_read_file('PG_VERSION')`],
  ])('it cannot %s', async (_what, statement) => {
    await expect(run(role, statement)).rejects.toMatchObject(DENIED);
  });
});

// Verifies: storage.journal-marks-role.
test('commands verify the journal, services do not, and the mark that a verification leaves is nobody’s to write', async () => {
  const verify = `select account_id, seq, reason from effect.verify_rows('', 0, 100, true)`;
  for (const service of SERVICES) await expect(run(service, verify)).rejects.toMatchObject(DENIED);
  const account = 'acc_zz';
  const row = `'${account}', 'a', 'owner', null, 'act', null, 'w', null, null`;
  for (const n of [1, 2]) await run('app', `select effect.append(${row}, 'req_${n}')`);
  expect(await run('app', verify)).toContainEqual({ account_id: account, seq: 2, reason: null });
  // The gateway's role can insert journal rows after the last verified one, but the verification finds them.
  await run(
    'gateway',
    `insert into effect.journal select (jsonb_populate_record(j, '{"seq": 3}')).* from effect.journal j
      where account_id = '${account}' and seq = 2;
    update effect.journal_head set seq = 3 where account_id = '${account}'`,
  );
  expect(await run('app', verify)).toContainEqual({ account_id: account, seq: 3, reason: 'link' });
  expect(
    await run(
      'app',
      `select verified_seq from effect.journal_head where account_id = '${account}'`,
    ),
  ).toEqual([{ verified_seq: 2 }]);
});

test('the all-in-one reads and writes what its services do, and alters none of it', async () => {
  for (const service of SERVICES)
    await expect(
      run('app', `alter table ${service}.migration add column x text`),
    ).rejects.toMatchObject(DENIED);
  await run('app', `select from gateway.key; select from worlds.member; select from builder.page`);
  await expect(run('app', 'truncate builder.live')).rejects.toMatchObject(DENIED);
});

// Verifies: storage.roles.
test('a table that a later migration makes needs no grant of its own', async () => {
  const texts = Object.fromEntries(migrationTexts(BUILDER_MIGRATIONS));
  const folder = migrationFolder({
    ...texts,
    '999-later.expand.sql': 'create table builder.later (id text);',
  });
  await as('owner').ensureSchema({ schema: 'builder', migrations: folder.url });
  folder.remove();
  await run('builder', `insert into builder.later values ('x')`);
  await expect(run('worlds', 'select from builder.later')).rejects.toMatchObject(DENIED);
});

// This test is the last one, because it changes the passwords of the database roles, which all databases of the server share.
test('migrations connect by BRIDGE_DB_DIRECT, so an all-in-one on a shared Postgres needs no rights to alter anything', async () => {
  const other = 'bridge_direct';
  await superuser.rows(sql.raw(`create database ${other}`));
  const at = (url: string): string => Object.assign(new URL(url), { pathname: `/${other}` }).href;
  const fresh = await makeRoles(at(postgres.url));
  const settings = { BRIDGE_DB: fresh.app, BRIDGE_DB_DIRECT: fresh.owner };
  const { value: db, close } = await dbModule('all-in-one').open(testBase(settings));
  const [row] = await db.rows(
    sql<{
      role: string;
      owner: string;
    }>`select current_user as role, relowner::regrole::text as owner
        from pg_class where oid = 'effect.journal'::regclass`,
  );
  expect(row).toEqual({ role: 'bridge_app', owner: 'bridge_owner' });
  await close();
});
