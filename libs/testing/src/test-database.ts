import { connectDb, type DatabaseClient, type SchemaWithMigrationFolder } from '@bridge/db';
import { inject } from 'vitest';
import { MissingTestResourceError } from './requirement.ts';
import { sharedPostgres, type SharedPostgres } from './shared-postgres.ts';
import { testBase } from './test-base.ts';
import './vitest/provided.ts';

/** An empty database for one test, on the Postgres server of the test run. */
export interface TestDatabase {
  /** Connection URL, for `BRIDGE_DB` and `connectDb`. */
  readonly url: string;
  drop(): Promise<void>;
}

/**
 * Creates an empty database in about 20 ms. Throws MissingTestResourceError when there is no Postgres. Databases that are not
 * dropped are removed at the end of the run.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const shared = ofThisRun();
  const url = await shared.create();
  return { url, drop: () => shared.drop(url) };
}

/** An open database for one test. */
export interface ConnectedTestDatabase {
  readonly db: DatabaseClient;
  readonly url: string;
  /** Closes the connections and drops the database. */
  close(): Promise<void>;
}

/** Creates a database, migrates these schemas in order, and opens it. */
export async function testDb(
  ...schemas: readonly SchemaWithMigrationFolder[]
): Promise<ConnectedTestDatabase> {
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

/** Returns the Postgres server of the test run, over HTTP. Without vitest, starts one for this process. */
function ofThisRun(): SharedPostgres {
  const address = inject('bridgePostgres');
  if (address === undefined) return (own ??= sharedPostgres());
  const ask = async (method: string, body?: string) => {
    const response = await fetch(address, body === undefined ? { method } : { method, body });
    const text = await response.text();
    if (response.status === 404) throw new MissingTestResourceError('postgres', text);
    if (!response.ok) throw new Error(text);
    return text;
  };
  return {
    create: () => ask('POST'),
    drop: async (url) => void (await ask('DELETE', url)),
    stop: () => Promise.resolve(),
  };
}
