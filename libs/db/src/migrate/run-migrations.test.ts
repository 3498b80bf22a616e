import {
  migrationFolder,
  testBase,
  testDatabase,
  testDb,
  type MigrationFolder,
} from '@bridge/testing';
import { Kysely, PostgresDialect, sql as kyselySql } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { connectDb } from '../connect-db.ts';
import type { ProcessKind } from '../find-database.ts';
import { sql } from '../sql.ts';
import { hash } from 'node:crypto';

const folders: MigrationFolder[] = [];
afterEach(() => folders.splice(0).forEach((folder) => folder.remove()));

function room(files: Readonly<Record<string, string>>) {
  const folder = migrationFolder(files);
  folders.push(folder);
  return { schema: 'room', migrations: folder.url };
}

const ONE = { '001-one.expand.sql': 'create table room.one (id text primary key);' };
const TWO = { ...ONE, '002-two.expand.sql': 'alter table room.one add column n integer;' };

const recorded = sql<{
  name: string;
  hash: string | null;
  finished: boolean;
}>`select name, hash, finished_at is not null as finished from room.migration order by name`;

test('what a database lacks is applied once, in order, and recorded with its hash', async () => {
  const { db, close } = await testDb(room(ONE));
  await db.ensureSchema(room(TWO));
  await db.ensureSchema(room(TWO));
  expect(await db.rows(recorded)).toEqual([
    {
      name: '001-one',
      hash: hash('sha256', Buffer.from(TWO['001-one.expand.sql'])),
      finished: true,
    },
    {
      name: '002-two',
      hash: hash('sha256', Buffer.from(TWO['002-two.expand.sql'])),
      finished: true,
    },
  ]);
  await close();
});

test('two processes that start at once on an empty database both find it migrated', async () => {
  const { url, drop } = await testDatabase();
  const schema = room(TWO);
  const dbs = [1, 2, 3].map(() => connectDb(url, 'all-in-one', testBase()));
  await Promise.all(dbs.map((db) => db.ensureSchema(schema)));
  expect(await dbs[0]?.rows(recorded)).toHaveLength(2);
  await Promise.all(dbs.map((db) => db.close()));
  await drop();
});

test('a migration that fails leaves nothing of itself, and the one before it stays', async () => {
  const { db, close } = await testDb();
  const bad = { ...TWO, '003-bad.expand.sql': 'create table room.two (); select 1 / 0;' };
  await expect(db.ensureSchema(room(bad))).rejects.toThrow('(room, 003-bad)');
  expect((await db.rows(recorded)).map(({ name }) => name)).toEqual(['001-one', '002-two']);
  expect(await db.rows(sql`select to_regclass('room.two') as t`)).toEqual([{ t: null }]);
  await close();
});

// Verifies: storage.adopted.
test('a database that an earlier version migrated without hashes goes on where it is', async () => {
  const { url, drop } = await testDatabase();
  const kysely = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url }) }),
  });
  const up = (text: string) => async (on: Kysely<unknown>) =>
    void (await kyselySql.raw(text).execute(on));
  await new Migrator({
    db: kysely,
    provider: {
      getMigrations: () => Promise.resolve({ '001-one': { up: up(ONE['001-one.expand.sql']) } }),
    },
    migrationTableSchema: 'room',
    migrationTableName: 'migration',
    migrationLockTableName: 'migration_lock',
  }).migrateToLatest();
  await kyselySql`insert into room.one values ('kept')`.execute(kysely);
  await kysely.destroy();

  // A database whose table of recorded migrations has the old form must also be accepted when a service opens it, because a
  // service does not migrate.
  const service = connectDb(url, 'service', testBase());
  await service.ensureSchema(room(ONE));
  await service.close();
  const db = connectDb(url, 'all-in-one', testBase());
  await db.ensureSchema(room(TWO));
  expect(await db.rows(recorded)).toEqual([
    { name: '001-one', hash: null, finished: true },
    { name: '002-two', hash: expect.any(String), finished: true },
  ]);
  expect(await db.rows(sql`select * from room.one`)).toEqual([{ id: 'kept', n: null }]);
  await db.close();
  await drop();
});

// Verifies: storage.newer.
test.each<[ProcessKind]>([['all-in-one'], ['service'], ['tool']])(
  'a database of a newer version is refused by the %s with what to do',
  async (wiring) => {
    const { url, close } = await testDb(room(TWO));
    const older = connectDb(url, wiring, testBase());
    await expect(older.ensureSchema(room(ONE))).rejects.toThrow(
      'The database was migrated by a newer version (schema room has 002-two, which this version does not know): start that version or a later one, or restore a backup from before the upgrade.',
    );
    await older.close();
    await close();
  },
);

// Verifies: storage.pinned.
test('a database to which another text was applied is refused, with both hashes', async () => {
  const { db, close } = await testDb(room(ONE));
  const other = { '001-one.expand.sql': 'create table room.one (id integer primary key);' };
  const [was, is] = [ONE, other].map((files) =>
    hash('sha256', Buffer.from(files['001-one.expand.sql'])),
  );
  await expect(db.ensureSchema(room(other))).rejects.toThrow(
    `(the database has ${was}, this version has ${is})`,
  );
  await close();
});

test('a migration whose number is before an applied one is refused', async () => {
  const { db, close } = await testDb(room(ONE));
  await expect(
    db.ensureSchema(room({ ...ONE, '000-zero.expand.sql': 'select 1;' })),
  ).rejects.toThrow('The migration 000-zero of schema room comes before 001-one, which is applied');
  await close();
});

test('a migration of kind contract is refused before anything of it runs', async () => {
  const { db, close } = await testDb(room(ONE));
  const contract = { ...ONE, '002-drop.contract.sql': 'drop table room.one;' };
  await expect(db.ensureSchema(room(contract))).rejects.toThrow('is of kind contract');
  expect(await db.rows(sql`select count(*)::int as n from room.one`)).toEqual([{ n: 0 }]);
  await close();
});
