import { openFsStore } from '@bridge/blobs';
import { passOverObjects } from '@bridge/builder';
import { attachOrStart, connectDb, sql } from '@bridge/db';
import { randomIds, systemClock } from '@bridge/kernel';
import {
  ALL_TOOL_SCOPES,
  newOwner,
  runCommand,
  startProduct,
  testBase,
  type AllInOneProcess,
} from '@bridge/testing';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { callOn, type ActionCaller } from '../call.ts';
import { create, done, pageHtml, unique } from '../stage.ts';

const CASE_MS_MAX = 300_000;
const DRAFTS = 30;
const ID_STEP = 1_000_000_000;
const NO_GRACE_MS = -600_000;

let folder: string;
let data: string;
let product: AllInOneProcess | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bridge-'));
  data = join(folder, 'data');
});
afterEach(async () => {
  await product?.stop();
  product = undefined;
  rmSync(folder, { recursive: true, force: true });
});

const env = { BRIDGE_LIMITS: 'off' };

async function start(): Promise<AllInOneProcess> {
  return (product = await startProduct({ data, env, ...(ports === null ? {} : { ports }) }));
}
let ports: AllInOneProcess['ports'] | null = null;
async function stop(): Promise<void> {
  ports = product?.ports ?? null;
  await product?.stop();
  product = undefined;
}
/** Starts the product, expects that the start is refused, and returns its output. */
async function refusal(): Promise<string> {
  const ended: unknown = await start().then(
    () => 'started',
    (error: unknown) => error,
  );
  if (!(ended instanceof Error)) expect.fail(String(ended));
  return ended.message;
}
/** Replaces the database folder by the folder `put` and keeps the replaced one under `name`. */
function swapDatabase(put: string, name: string): void {
  renameSync(join(data, 'db'), join(folder, name));
  renameSync(join(folder, put), join(data, 'db'));
}

/**
 * Runs the product's sweep (removal of unreferenced objects) over all objects, with no minimum age, on the database of the
 * running product. `held: 'over'` first ends the time for which sweeps are suspended.
 */
async function sweepWithoutGrace(held: 'as it is' | 'over'): Promise<void> {
  const postgres = await attachOrStart(join(data, 'db'));
  const db = connectDb(postgres.url, 'tool', testBase());
  const blobs = await openFsStore(join(data, 'blobs'), { ids: randomIds, clock: systemClock });
  try {
    if (held === 'over')
      await db.rows(sql`update builder.high_water set sweeps_held_until = now()`);
    await passOverObjects(
      {
        db,
        blobs,
        clock: systemClock,
        stopping: new AbortController().signal,
        highWater: { state: 'current', demandCurrent: () => undefined },
        orphanAgeMs: NO_GRACE_MS,
      },
      '0',
    );
  } finally {
    await db.close();
    await postgres.stop();
  }
}

async function readAll(call: ActionCaller, drafts: ReadonlyMap<number, string>): Promise<void> {
  for (const [page_id, html] of drafts)
    expect(done(await call('builder.get', { page_id }))['raw_html']).toBe(html);
}

// Verifies: storage.older-database, storage.trash.
it.each(['as it is', 'over'] as const)(
  'an older database that was put back destroys nothing: refused, adopted, swept without grace with the hold %s, and every draft is read after the newer one is back',
  { timeout: CASE_MS_MAX },
  async (held) => {
    ports = null;
    const { baseUrl, env: settings } = await start();
    const owner = await newOwner(baseUrl, settings);
    const { secret } = await owner.makeKey({ scopes: ALL_TOOL_SCOPES });
    const word = unique('older');
    const call = callOn('act', baseUrl, secret);
    done(await call('worlds.found', { word, idempotency_key: unique('found') }));
    await stop();
    execFileSync('cp', ['-a', join(data, 'db'), join(folder, 'older')]);

    await start();
    const drafts = new Map<number, string>();
    for (let n = 0; n < DRAFTS; n += 1) {
      const html = `${pageHtml(`Draft ${n}`)}${String(n).repeat(300_000)}`;
      drafts.set((await create(call, word, html)).page_id, html);
    }
    await stop();
    swapDatabase('older', 'newer');

    expect(await refusal()).toContain('npm run ctl -- adopt');
    expect(await refusal()).toContain('The database is older than what the blob store last saw');
    const adopted = await runCommand(['adopt', '--json'], settings);
    expect(JSON.parse(adopted.stdout)).toMatchObject({ found: 'behind' });
    await start();
    const ids = new Set(drafts.keys());
    const onOlder = await create(call, word);
    expect(ids.has(onOlder.page_id)).toBe(false);
    expect(onOlder.page_id).toBeGreaterThan(ID_STEP);
    await sweepWithoutGrace(held);
    await stop();
    swapDatabase('newer', 'older');

    expect(await refusal()).toContain('npm run ctl -- adopt');
    const again = await runCommand(['adopt', '--json'], settings);
    expect(JSON.parse(again.stdout)).toMatchObject({
      found: 'behind',
      restored: held === 'over' ? DRAFTS : 0,
    });
    await start();
    await readAll(call, drafts);
    const onNewer = await create(call, word);
    expect(onNewer.page_id).toBeGreaterThan(onOlder.page_id + ID_STEP / 2);
  },
);
