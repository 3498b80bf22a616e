import type { ActionTemplate } from './sample.ts';

const SETUP = `import { SURF } from '@bridge/contracts';
import { readSettings } from '@bridge/kernel';
import { agentCtx, startTestServices, type TestServices } from '@bridge/testing';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { surfModule } from '../module.ts';

const folder = mkdtempSync(join(tmpdir(), 'bridge-surf-action-'));
let services: TestServices;
beforeAll(async () => {
  services = await startTestServices([surfModule], { settings: readSettings({ BRIDGE_DATA: folder }) });
}, 120_000);
afterAll(async () => {
  await services.stop();
  rmSync(folder, { recursive: true, force: true });
});`;

/** Template for a new action of the surf service, which has no database schema. */
export const SURF: ActionTemplate = {
  common: [],
  records: [],
  input: 'query: z.string().min(1).max(LIMITS.searchQueryCharsMax)',
  output: 'found: z.boolean()',
  example: "query: 'bauhaus weaving'",
  errors: '',
  effect: 'Tells whether the archive holds a reference for a query. Likely errors: rate_limited.',
  imports: '',
  handler: `({ archive }: SurfDeps): ServiceCallHandler<typeof CONTRACT> {
  return async ({ query }) => ({ found: (await archive.search(query, 1)).hits.length > 0 });
}`,
  setup: SETUP,
  test: `test('tells whether the archive holds a reference', async () => {
  const { result } = await services.call(CONTRACT, agentCtx(), { query: 'portrait' });
  expect(result).toEqual({ found: true });
});`,
};
