import { connectDb, type Db, type SchemaMigrations } from '@bridge/db';
import { inject } from 'vitest';
import { Missing } from './requirement.ts';
import { sharedPostgres, type SharedPostgres } from './shared-postgres.ts';
import { testBase } from './test-base.ts';
import './vitest/provided.ts';

/** An empty database of a test's own, on the Postgres that all tests of a run share. */
export interface TestDatabase {
  /** `postgres://…`, for `BRIDGE_DB` and `connectDb`. */
  readonly url: string;
  drop(): Promise<void>;
}

/**
 * Makes an empty database (about 20 ms; the first one starts Postgres, about a second). Throws Missing
 * when there is no Postgres. Drop it in `afterAll`; databases that remain are removed at the end of the run.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const shared = ofThisRun();
  const url = await shared.create();
  return { url, drop: () => shared.drop(url) };
}

/** An open database of a test's own. */
export interface TestDb {
  readonly db: Db;
  readonly url: string;
  /** Closes and drops it. */
  close(): Promise<void>;
}

/** Makes a database with these schemas migrated (`effect` first, where a test needs it) and opens it. */
export async function testDb(...schemas: readonly SchemaMigrations[]): Promise<TestDb> {
  const database = await testDatabase();
  const db = connectDb(database.url, 'all-in-one', testBase());
  for (const schema of schemas) await db.ensureSchema(schema);
  const close = async () => {
    await db.close();
    await database.drop();
  };
  return { db, url: database.url, close };
}

let own: SharedPostgres | null = null;

/** The Postgres of the run, over HTTP from the process that runs vitest; outside of vitest one that this process starts. */
function ofThisRun(): SharedPostgres {
  const address = inject('bridgePostgres');
  if (address === undefined) return (own ??= sharedPostgres());
  const ask = async (method: string, body?: string) => {
    const response = await fetch(address, body === undefined ? { method } : { method, body });
    const text = await response.text();
    if (response.status === 404) throw new Missing('postgres', text);
    if (!response.ok) throw new Error(text);
    return text;
  };
  return {
    create: () => ask('POST'),
    drop: async (url) => void (await ask('DELETE', url)),
    stop: () => Promise.resolve(),
  };
}
