import { silentLogger, systemClock } from '@bridge/kernel';
import { smallDisk, testBase, until } from '@bridge/testing';
import { chmodSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  keepEmbeddedPostgres,
  startEmbeddedPostgres,
  type SupervisedPostgres,
} from '../embedded-postgres.ts';
import { connectDb, type DatabaseClient } from '../connect-db.ts';
import { FolderLockedError } from './folder-lock.ts';
import { sql } from '../sql.ts';

/** Size of the small test disk, MiB: 160 for a new cluster and the rest for data. */
const DISK_MIB = 320;

let dir: string;
let ends: (() => Promise<void>)[];
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'bridge-pg-'));
  // When the tests run as root, Postgres runs under another account and must enter this folder.
  chmodSync(dir, 0o755);
  ends = [];
});
afterEach(async () => {
  for (const end of ends.reverse()) await end();
  rmSync(dir, { recursive: true, force: true });
});

/** A supervised Postgres, a connection to it, and the sentences that the supervisor reported. */
interface SupervisedServer {
  readonly postgres: SupervisedPostgres;
  readonly db: DatabaseClient;
  readonly told: readonly string[];
}

async function keep(folder: string): Promise<SupervisedServer> {
  const told: string[] = [];
  const postgres = await keepEmbeddedPostgres(
    folder,
    { fsync: false },
    { clock: systemClock, log: silentLogger, tell: (sentence) => told.push(sentence) },
  );
  ends.push(() => postgres.stop());
  const db = connectDb(postgres.url, 'all-in-one', testBase(), {
    isDiskFull: () => postgres.supervisor.isDiskFull,
  });
  ends.push(() => db.close());
  return { postgres, db, told };
}

const one = (db: DatabaseClient): Promise<unknown> => db.rows(sql`select 1 as n`);

test('a Postgres that is killed runs again on the same address, and the folder stays locked meanwhile', async () => {
  const { postgres, db, told } = await keep(dir);
  await db.rows(sql`create table kept (n int)`);
  for (let kill = 1; kill <= 3; kill += 1) {
    const { pid } = postgres.supervisor;
    await db.rows(sql`insert into kept values (${kill})`);
    process.kill(pid, 'SIGKILL');
    await until('the end to be seen', () => postgres.supervisor.downSince !== null);
    await expect(startEmbeddedPostgres(dir, { fsync: false })).rejects.toThrow(FolderLockedError);
    // After the kill the old Postgres still has sessions for a moment; then the supervisor starts another one.
    await until('another Postgres to run', () => postgres.supervisor.pid !== pid);
    await until('the database to answer', () => one(db));
  }
  const [row] = await db.rows<{ n: number }>(sql`select count(*) as n from kept`);
  expect(row).toEqual({ n: 3 });
  expect(told[0]).toBe('Postgres ended and is started again.');
  expect(told.at(-1)).toMatch(/^Postgres runs again, after \d+\.\d s\.$/);
});

// Verifies: storage.database-ends.
test('a Postgres that cannot be restarted is given up with the reason, and stop still releases the folder', async () => {
  const { postgres } = await keep(dir);
  const control = join(dir, 'cluster', 'global', 'pg_control');
  renameSync(control, `${control}.away`);
  process.kill(postgres.supervisor.pid, 'SIGKILL');
  expect((await postgres.supervisor.failed).message).toMatch(
    /^Postgres ended and could not be started again \(\d+ tries\): .*pg_control/,
  );
  await postgres.stop();
  renameSync(`${control}.away`, control);
  const again = await startEmbeddedPostgres(dir, { fsync: false });
  await again.stop();
});

test('stop ends a Postgres that is about to be started again', async () => {
  const { postgres } = await keep(dir);
  process.kill(postgres.supervisor.pid, 'SIGKILL');
  await until('the end to be seen', () => postgres.supervisor.downSince !== null);
  await postgres.stop();
  const next = await startEmbeddedPostgres(dir, { fsync: false });
  await next.stop();
});

test('a full disk is reported as such, never as an internal error, and free space is enough to recover', async (context) => {
  const disk = smallDisk(dir, DISK_MIB);
  if (disk === null) return context.skip('only root can mount a small disk');
  ends.push(() => Promise.resolve(disk.remove()));
  const folder = join(dir, 'db');
  const { db, postgres, told } = await keep(folder);
  await db.rows(sql`create table filler (bytes text)`);
  const write = (): Promise<unknown> =>
    db.transaction({}, (tx) =>
      tx.rows(
        sql`insert into filler select repeat(md5(i::text), 60) from generate_series(1, 2000) i`,
      ),
    );
  await disk.fill();
  const full = { code: 'service_unavailable', details: { part: 'database', reason: 'disk_full' } };
  // A full disk under a table fails one statement; a full disk under the write-ahead log ends the server.
  await expect(write()).rejects.toMatchObject(full);
  const codes = new Set<unknown>();
  await until('Postgres to end for want of space', async () => {
    await db
      .rows(sql`select pg_logical_emit_message(false, 'fill', repeat('x', 8000000))`)
      .catch((error: { code: unknown }) => codes.add(error.code));
    return postgres.supervisor.isDiskFull;
  });
  await expect(write()).rejects.toMatchObject(full);
  await expect(one(db)).rejects.toMatchObject(full);
  expect([...codes]).toEqual(['service_unavailable']);
  expect(told.join(' ')).toContain('its disk is full: free some space');

  disk.empty();
  await until('the database to answer', () => one(db));
  await write();
});
