import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Meilisearch } from 'meilisearch';
import { findProgram, freePort, startProgram } from '../program.ts';
import { runContainer } from './container-runner.ts';
import { runProgram } from './program-runner.ts';
import { foreign, type MeilisearchServer, type TestServerRunner } from './test-server.ts';

const MEILISEARCH_IMAGE = 'getmeili/meilisearch:v1.56';
const MEILISEARCH_PORT = 7700;

/**
 * Opens a Meilisearch server; `address` is `http://:KEY@host:port`. Returns null when there is neither an address nor a program
 * nor Docker.
 */
export async function openMeilisearch(
  address: string | null,
  namespace: string,
): Promise<MeilisearchServer | null> {
  if (address !== null) {
    const { origin, password } = new URL(address);
    const key = decodeURIComponent(password);
    const tidy = () => removeIndexes(origin, key, namespace);
    return meilisearchServerOf(origin, key, namespace, foreign('BRIDGE_TEST_MEILI', tidy));
  }
  const key = randomBytes(16).toString('hex');
  const program = findProgram('meilisearch');
  if (program !== null) {
    const port = await freePort();
    const folder = mkdtempSync(join(tmpdir(), 'bridge-meili-'));
    const origin = `http://127.0.0.1:${port}`;
    const args = [
      '--http-addr',
      `127.0.0.1:${port}`,
      '--no-analytics',
      '--db-path',
      join(folder, 'db'),
    ];
    const start = () =>
      startProgram(program, args, () => healthy(origin), {
        cwd: folder,
        env: { MEILI_MASTER_KEY: key },
      });
    const tidy = () => rmSync(folder, { recursive: true, force: true });
    return meilisearchServerOf(origin, key, namespace, await runProgram(start, tidy));
  }
  const container = await runContainer({
    image: MEILISEARCH_IMAGE,
    port: MEILISEARCH_PORT,
    env: { MEILI_MASTER_KEY: key, MEILI_NO_ANALYTICS: 'true' },
  });
  if (container === null) return null;
  return meilisearchServerOf(
    `http://127.0.0.1:${container.port}`,
    key,
    namespace,
    container.runner,
  );
}

function meilisearchServerOf(
  url: string,
  key: string,
  namespace: string,
  runner: TestServerRunner,
): MeilisearchServer {
  const settings = { BRIDGE_SEARCH: `meili+${url}`, BRIDGE_MEILI_KEY: key };
  return { url, key, namespace, settings, ...runner };
}

async function healthy(origin: string): Promise<boolean> {
  const response = await fetch(`${origin}/health`);
  await response.arrayBuffer();
  return response.ok;
}

async function removeIndexes(host: string, apiKey: string, prefix: string): Promise<void> {
  const client = new Meilisearch({ host, apiKey });
  const { results } = await client.getIndexes({ limit: 1_000 });
  for (const { uid } of results) {
    if (uid.startsWith(prefix)) await client.deleteIndex(uid);
  }
}
