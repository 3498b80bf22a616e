import { SURF, type CallPrincipal } from '@bridge/contracts';
import { readSettings } from '@bridge/kernel';
import { agentCtx, startTestServices, type TestServices } from '@bridge/testing';
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { surfModule } from './module.ts';

const base = mkdtempSync(join(tmpdir(), 'bridge-damaged-archive-'));
let services: TestServices | null = null;
afterEach(async () => {
  await services?.stop();
  services = null;
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

const OPERATOR: CallPrincipal = {
  account_id: null,
  key_id: null,
  scopes: [],
  worlds: null,
  surface: 'ctl',
};

let made = 0;
/** Starts the surf service on a data folder. */
async function startOn(data: string): Promise<TestServices> {
  services = await startTestServices([surfModule], {
    settings: readSettings({ BRIDGE_DATA: data }),
  });
  return services;
}

/**
 * Returns the number of references that a search finds, the health of the service, and the problem that it reports.
 */
async function stateOf(
  given: TestServices,
): Promise<{ hits: number; ok: boolean; trouble: unknown }> {
  const answer = await given.call(SURF.search, agentCtx(), { query: 'portrait', limit: 12 });
  if (!('result' in answer)) throw new Error(JSON.stringify(answer));
  const status = await given.call(SURF.status, OPERATOR, {});
  if (!('result' in status)) throw new Error(JSON.stringify(status));
  const part = (await given.running.parts()).find((one) => one.part === 'surf');
  return {
    hits: answer.result.references.length,
    ok: part?.ok ?? false,
    trouble: status.result.trouble,
  };
}

// Verifies: search.damaged-folder.
test.each<readonly [string, (search: string) => void, string]>([
  ['an empty CURRENT', (search) => writeFileSync(join(search, 'CURRENT'), ''), 'CURRENT names no'],
  [
    'a CURRENT that names a missing file',
    (search) => writeFileSync(join(search, 'CURRENT'), 'gone\n\n'),
    'refs-gone.sqlite is missing',
  ],
  [
    'an index file that is cut off',
    (search) => {
      writeFileSync(join(search, 'CURRENT'), 'cut\n\n');
      writeFileSync(join(search, 'refs-cut.sqlite'), 'SQLite format 3\0');
    },
    'refs-cut.sqlite',
  ],
])(
  'on %s the service starts, serves the starter archive and reports it to the operator',
  async (_, damage, said) => {
    const data = join(base, `data-${++made}`);
    mkdirSync(join(data, 'search'), { recursive: true });
    damage(join(data, 'search'));
    const state = await stateOf(await startOn(data));
    expect(state).toMatchObject({ hits: 12, ok: false });
    expect(state.trouble).toContain(said);
    expect(state.trouble).toContain('The starter archive serves instead.');
  },
  60_000,
);

test('a folder that takes no archive costs searches their archive and nothing else', async () => {
  const data = join(base, `data-${++made}`);
  mkdirSync(data);
  writeFileSync(join(data, 'search'), 'no folder');
  const state = await stateOf(await startOn(data));
  expect(state).toMatchObject({ hits: 12, ok: false, trouble: expect.any(String) as string });
}, 60_000);

test('an index that is cut off under the running service is replaced by the starter archive', async () => {
  const data = join(base, `data-${++made}`);
  const given = await startOn(data);
  expect(await stateOf(given)).toEqual({ hits: 12, ok: true, trouble: null });
  truncateSync(join(data, 'search', 'refs-starter.sqlite'), 50_000);
  const state = await stateOf(given);
  expect(state).toMatchObject({ hits: 12, ok: false });
  expect(state.trouble).toContain('refs-starter.sqlite');
}, 60_000);
