import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import pg from 'pg';
import { server } from './servers.ts';
import type { TestServer } from './servers/test-server.ts';
import { MissingTestResourceError } from './requirement.ts';

/** The Postgres server of a test run. It starts with the first request for a database and stops at the end of the run. */
export interface SharedPostgres {
  /** Creates an empty database and returns its connection URL. */
  create(): Promise<string>;
  /** Ends all connections to a database and drops it. */
  drop(url: string): Promise<void>;
  stop(): Promise<void>;
}

/** Returns the Postgres server of a test run; it is started by the first call of `create`. */
export function sharedPostgres(): SharedPostgres {
  let started: Promise<{ readonly postgres: TestServer; readonly admin: pg.Pool }> | null = null;
  const start = async () => {
    const postgres = await server('postgres');
    // All databases are copied from the same template, one after the other, so one connection is enough.
    const admin = new pg.Pool({ connectionString: postgres.url, max: 1 });
    admin.on('error', () => undefined);
    return { postgres, admin };
  };
  return {
    async create() {
      const { postgres, admin } = await (started ??= start());
      const name = `test_${randomBytes(6).toString('hex')}`;
      // Copying the files of the template is faster than writing its pages to the WAL.
      await admin.query(`create database ${name} template template0 strategy file_copy`);
      const url = new URL(postgres.url);
      url.pathname = `/${name}`;
      return url.href;
    },
    async drop(url) {
      const { admin } = await (started ??= start());
      await admin.query(`drop database if exists ${nameIn(url)} with (force)`);
    },
    async stop() {
      if (started === null) return;
      const running = await started.catch(() => null);
      await running?.admin.end();
      await running?.postgres.stop();
    },
  };
}

/**
 * Returns the database name in a URL. The name is inserted into SQL, so a name that `create` did not make is refused with an
 * error.
 */
function nameIn(url: string): string {
  const name = new URL(url).pathname.slice(1);
  if (!/^test_[0-9a-f]{12}$/.test(name)) throw new Error(`not a test database: ${name}`);
  return name;
}

/** Serves SharedPostgres over loopback HTTP to the processes that run test files: POST creates a database, DELETE drops it. */
export async function servePostgres(
  shared: SharedPostgres,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const listener = createServer((request, response) => {
    const answer = (status: number, body: string) => response.writeHead(status).end(body);
    const work = async () => {
      if (request.method === 'POST') return shared.create();
      let url = '';
      for await (const chunk of request) url += String(chunk);
      await shared.drop(url);
      return '';
    };
    work().then(
      (body) => answer(200, body),
      (error: unknown) =>
        answer(error instanceof MissingTestResourceError ? 404 : 500, String(error)),
    );
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  // The HTTP server must not keep the vitest process alive.
  listener.unref();
  const address = listener.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    async stop() {
      listener.closeAllConnections();
      listener.close();
      await once(listener, 'close');
      await shared.stop();
    },
  };
}
