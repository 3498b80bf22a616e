import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import pg from 'pg';
import { server } from './servers.ts';
import type { TestServer } from './servers/test-server.ts';
import { Missing } from './requirement.ts';

/** The Postgres of a test run: the first request starts it, the end of the run stops it. */
export interface SharedPostgres {
  /** Makes an empty database and returns its address. */
  create(): Promise<string>;
  /** Removes a database and ends its open connections. */
  drop(url: string): Promise<void>;
  stop(): Promise<void>;
}

/** Prepares it without starting anything. */
export function sharedPostgres(): SharedPostgres {
  let started: Promise<{ readonly postgres: TestServer; readonly admin: pg.Pool }> | null = null;
  const start = async () => {
    const postgres = await server('postgres');
    // One connection: databases are made from one template, one after the other.
    const admin = new pg.Pool({ connectionString: postgres.url, max: 1 });
    admin.on('error', () => undefined);
    return { postgres, admin };
  };
  return {
    async create() {
      const { postgres, admin } = await (started ??= start());
      const name = `test_${randomBytes(6).toString('hex')}`;
      // Copying the files of an almost empty template is faster than writing each page to the WAL.
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

/** The database's name. Throws unless `create` made it, because it becomes a part of a statement. */
function nameIn(url: string): string {
  const name = new URL(url).pathname.slice(1);
  if (!/^test_[0-9a-f]{12}$/.test(name)) throw new Error(`not a test database: ${name}`);
  return name;
}

/** The same over loopback HTTP, for the processes that run the test files: POST makes, DELETE drops. */
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
      (error: unknown) => answer(error instanceof Missing ? 404 : 500, String(error)),
    );
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  // The listener must not keep the process of vitest running.
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
