import { freePort, ROOT, startProgram, type StartedProgram } from '@bridge/testing';
import { join } from 'node:path';
import pg from 'pg';
import { fillPeerTables } from './peers/rows.ts';

/** A running program with which the product is compared. */
export interface PeerProgram {
  readonly url: string;
  stop(): Promise<void>;
}

const NODE = join(ROOT, 'node_modules', '.bin', 'node');

function start(file: string, env: Readonly<Record<string, string>>): Promise<StartedProgram> {
  const path = join(ROOT, 'bench', 'src', 'peers', file);
  return startProgram(NODE, [path], (program) => program.output().includes('ready'), {
    env,
    cwd: ROOT,
  });
}

/**
 * Creates the tables of the compared programs in the product's Postgres, so that they and the product run the same statements
 * on the same server.
 */
export async function preparePeers(databaseUrl: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  await fillPeerTables(pool);
  await pool.end();
}

/**
 * Starts one of the programs that the product is compared with: node:http with pg only (`bare`), or the official MCP
 * SDK (`sdk`).
 */
export async function startPeer(
  file: 'bare.ts' | 'sdk.ts',
  databaseUrl: string,
): Promise<PeerProgram> {
  const port = await freePort();
  const program = await start(file, { PEER_DB: databaseUrl, PEER_PORT: String(port) });
  return { url: `http://127.0.0.1:${port}/`, stop: () => program.stop() };
}

/**
 * Starts the program with Fastify that the product is compared with: a front process and a worker process, connected by
 * NATS.
 */
export async function startNatsPeer(databaseUrl: string, natsUrl: string): Promise<PeerProgram> {
  const port = await freePort();
  const env = { PEER_DB: databaseUrl, PEER_NATS: natsUrl, PEER_PORT: String(port) };
  const worker = await start('fastify-nats.ts', { ...env, PEER_ROLE: 'worker' });
  const front = await start('fastify-nats.ts', { ...env, PEER_ROLE: 'front' });
  return {
    url: `http://127.0.0.1:${port}/act`,
    stop: async () => {
      await front.stop();
      await worker.stop();
    },
  };
}
