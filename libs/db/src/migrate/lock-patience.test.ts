import { migrationFolder, testDatabase, until, type MigrationFolder } from '@bridge/testing';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate, type MigrationOptions } from './run-migrations.ts';

/** First migration of each test: a table `room.one`. */
const FIRST = { '001-one.expand.sql': 'create table room.one (id integer);' };
const INDEX = 'create unique index concurrently one_by_id on room.one (id);';

let database: { readonly url: string; drop(): Promise<void> };
const clients: pg.Client[] = [];
const folders: MigrationFolder[] = [];
beforeEach(async () => {
  database = await testDatabase();
  await run(FIRST);
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.end().catch(() => undefined)));
  folders.splice(0).forEach((folder) => folder.remove());
  await database.drop();
});

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url });
  client.on('error', () => undefined);
  await client.connect();
  clients.push(client);
  return client;
}

/** Applies these migrations in one run on a new connection. */
async function run(files: Readonly<Record<string, string>>, options?: MigrationOptions) {
  const folder = migrationFolder(files);
  folders.push(folder);
  return migrate(await connect(), { schema: 'room', migrations: folder.url }, options);
}

/** Opens a transaction that holds the lock of a reader on `room.one`. */
async function openReader(): Promise<pg.Client> {
  const reader = await connect();
  await reader.query('begin; select * from room.one');
  return reader;
}

/** Returns the process id of the Postgres backend that waits for a lock; null when none waits. */
async function waitingRunner(on: pg.Client): Promise<number | null> {
  const { rows } = await on.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.pid ?? null;
}

const ADD = { ...FIRST, '002-add.expand.sql': 'alter table room.one add column n integer;' };

// Verifies: storage.patient.
test('a migration behind an open reader lets writers pass, and is applied when the reader ends', async () => {
  const [reader, writer] = [await openReader(), await connect()];
  const migrated = run(ADD);
  await until('the runner to wait for the table', () => waitingRunner(writer));
  // The reader's transaction stays open, so a writer that had to wait behind the lock request of the migration would fail after
  // this timeout.
  await writer.query('set lock_timeout = 10000');
  for (let n = 0; n < 5; n += 1) await writer.query('insert into room.one values ($1)', [n]);
  await reader.query('commit');
  expect(await migrated).toEqual(['002-add']);
});

test('a migration whose table stays in use gives up after its time, and nothing of it is applied', async () => {
  const reader = await openReader();
  await expect(run(ADD, { lockWaitMs: 1_000 })).rejects.toThrow(
    'The migration 002-add of schema room found its table in use for 1 s',
  );
  await reader.query('commit');
  expect(await run(ADD)).toEqual(['002-add']);
});

// Verifies: storage.resumed.
test('a run that is killed while it waits is continued by the next run', async () => {
  const [reader, admin] = [await openReader(), await connect()];
  const migrated = run(ADD);
  migrated.catch(() => undefined);
  const pid = await until('the runner to wait for the table', () => waitingRunner(admin));
  await admin.query('select pg_terminate_backend($1)', [pid]);
  await expect(migrated).rejects.toThrow('room, 002-add');
  await reader.query('commit');
  expect(await run(ADD)).toEqual(['002-add']);
});

// Verifies: storage.resumed.
test('a file without a transaction continues after its last recorded statement', async () => {
  const steps = {
    ...FIRST,
    '002-steps.expand.sql': `-- no transaction
      create table room.two (id integer);
      insert into room.two select id from room.gate;
      insert into room.two values (7);`,
  };
  await expect(run(steps)).rejects.toThrow('(room, 002-steps)');
  const admin = await connect();
  await admin.query('create table room.gate (id integer); insert into room.gate values (3)');
  // The first statement fails when it is repeated, so success proves that it was skipped.
  expect(await run(steps)).toEqual(['002-steps']);
  expect(await run(steps)).toEqual([]);
  const { rows } = await admin.query('select id from room.two order by id');
  expect(rows).toEqual([{ id: 3 }, { id: 7 }]);
});

// Verifies: storage.resumed.
test('an index that a failed run left invalid is dropped and made again', async () => {
  const admin = await connect();
  await admin.query('insert into room.one values (1), (1)');
  const index = {
    ...FIRST,
    '002-index.expand.sql': `-- no transaction\n-- One row each.\n${INDEX}\n`,
  };
  await expect(run(index)).rejects.toThrow('(room, 002-index)');
  const state = `select indisvalid from pg_index where indexrelid = to_regclass('room.one_by_id')`;
  expect((await admin.query(state)).rows).toEqual([{ indisvalid: false }]);
  await admin.query('truncate room.one');
  expect(await run(index)).toEqual(['002-index']);
  expect((await admin.query(state)).rows).toEqual([{ indisvalid: true }]);
});

test('an index that a killed run made but did not record is kept', async () => {
  const admin = await connect();
  await admin.query(INDEX);
  const before = await admin.query(`select 'room.one_by_id'::regclass::oid as oid`);
  await run({ ...FIRST, '002-index.expand.sql': `-- no transaction\n${INDEX}\n` });
  const after = await admin.query(`select 'room.one_by_id'::regclass::oid as oid`);
  expect(after.rows).toEqual(before.rows);
});

test('a second runner waits for one that builds an index, without a deadlock', async () => {
  const [writer, admin] = [await connect(), await connect()];
  await writer.query('begin; insert into room.one values (1)');
  const index = { ...FIRST, '002-index.expand.sql': `-- no transaction\n${INDEX}\n` };
  const first = run(index);
  await until('the build to wait for the writer', () => waitingRunner(admin));
  const second = run(index);
  await until('the second runner to have asked for its turn', async () => {
    const { rows } = await admin.query(
      `select from pg_stat_activity where datname = current_database() and query like '%pg_try_advisory_lock%' and pid <> pg_backend_pid()`,
    );
    return rows.length > 0;
  });
  await writer.query('commit');
  expect(await first).toEqual(['002-index']);
  expect(await second).toEqual([]);
});
