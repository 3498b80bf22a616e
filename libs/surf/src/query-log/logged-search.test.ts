import { SURF } from '@bridge/contracts';
import { readSettings } from '@bridge/kernel';
import { agentCtx, startTestServices } from '@bridge/testing';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { surfModule } from '../module.ts';
import { readQueryLog } from './read-query-log.ts';

const base = mkdtempSync(join(tmpdir(), 'bridge-logged-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

async function search(env: Record<string, string>, queries: readonly string[]): Promise<void> {
  const settings = readSettings({ BRIDGE_DATA: join(base, 'data'), ...env });
  const services = await startTestServices([surfModule], { settings });
  for (const query of queries) await services.call(SURF.search, agentCtx(), { query, limit: 3 });
  await services.stop();
}

// Verifies: search.query-log.
test('a search is logged only where the operator sets the folder, and written before the service ends', async () => {
  const folder = join(base, 'queries');
  await search({}, ['harbour']);
  expect(existsSync(folder)).toBe(false);
  await search({ BRIDGE_SEARCH_LOG: `file:${folder}` }, ['harbour', 'qqqzzzxxx']);
  const { queries } = await readQueryLog([folder]);
  expect(queries.map(({ query, results }) => [query, results > 0])).toEqual([
    ['qqqzzzxxx', false],
    ['harbour', true],
  ]);
}, 120_000);
