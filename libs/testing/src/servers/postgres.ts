import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@bridge/db';
import { ProgramStartError } from '@bridge/kernel';
import pg from 'pg';
import { runContainer } from './container-runner.ts';
import { childrenOf } from '../process-tree.ts';
import { foreign, type TestServerRunner, type TestServer } from './test-server.ts';

const POSTGRES_IMAGE = 'postgres:18';
const POSTGRES_PORT = 5432;

/**
 * Opens a Postgres server for a test. With `address` it creates a database on an existing server. Returns null when no Postgres
 * is available.
 */
export async function openPostgres(
  address: string | null,
  namespace: string,
): Promise<TestServer | null> {
  if (address !== null) {
    await run(address, `create database ${namespace}`);
    const url = new URL(address);
    url.pathname = `/${namespace}`;
    const tidy = () => run(address, `drop database if exists ${namespace} with (force)`);
    return postgresServerOf(url.href, namespace, foreign('BRIDGE_TEST_POSTGRES', tidy));
  }
  try {
    return await embedded(namespace);
  } catch (error) {
    if (!(error instanceof ProgramStartError)) throw error;
  }
  const container = await runContainer({
    image: POSTGRES_IMAGE,
    port: POSTGRES_PORT,
    env: { POSTGRES_PASSWORD: 'test' },
    readyLog: /PostgreSQL init process complete[\s\S]*ready to accept connections/,
  });
  if (container === null) return null;
  const url = `postgres://postgres:test@127.0.0.1:${container.port}/postgres`;
  return postgresServerOf(url, namespace, container.runner);
}

function postgresServerOf(url: string, namespace: string, runner: TestServerRunner): TestServer {
  return { url, namespace, settings: { BRIDGE_DB: url }, ...runner };
}

async function embedded(namespace: string): Promise<TestServer> {
  const dir = mkdtempSync(join(tmpdir(), 'bridge-postgres-'));
  let postgres = await startEmbeddedPostgres(dir, { fsync: false });
  const signal = (name: NodeJS.Signals) => {
    for (const pid of [postgres.pid, ...childrenOf(postgres.pid)]) signalProcess(pid, name);
  };
  return postgresServerOf(postgres.url, namespace, {
    async stop() {
      signal('SIGCONT');
      await postgres.stop();
      rmSync(dir, { recursive: true, force: true });
    },
    async kill() {
      signal('SIGKILL');
      await postgres.ended;
    },
    pause: () => Promise.resolve(signal('SIGSTOP')),
    resume: () => Promise.resolve(signal('SIGCONT')),
    async restart() {
      signal('SIGCONT');
      await postgres.stop();
      // The server gets the same port again, because clients keep its URL.
      postgres = await startEmbeddedPostgres(dir, { fsync: false, port: postgres.port });
    },
  });
}

/** Sends a signal to a process of Postgres. The process may have ended already, because worker processes end at any time. */
function signalProcess(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

async function run(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
