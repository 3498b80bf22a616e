import { bodyOf, openBlobs, putBody, readBody } from '@bridge/blobs';
import { randomIds, readSettings, systemClock } from '@bridge/kernel';
import { ROOT } from '@bridge/testing';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { median } from './load.ts';

const CHARS = 5_242_880;
const ROUNDS = 15;
export const MARK = '<p id="here">before</p>';
export const MARK_TEXT_CHARS = 'before'.length;

/** Returns a page of 5,242,880 characters. The text MARK occurs once in the middle, so that a patch can replace it. */
export function largePage(): string {
  const line = '<p class="item">The quick brown fox jumps over the lazy dog, 0123456789.</p>\n';
  const half = line.repeat(Math.floor(CHARS / 2 / line.length));
  const start = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Large</title>${half}${MARK}${half}`;
  return start + ' '.repeat(CHARS - start.length);
}

/** Returns the median duration of `work` in ms. The first run warms up and is not counted. */
export async function medianMs(
  work: (round: number) => Promise<void>,
  rounds = ROUNDS,
): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const from = performance.now();
    await work(round);
    if (round > 0) times.push(performance.now() - from);
  }
  return median(times);
}

/** Knuth-Morris-Pratt search, the reference for a search in guaranteed linear time. */
function find(text: string, pattern: string): number {
  const fail = new Int32Array(pattern.length);
  for (let i = 1, k = 0; i < pattern.length; i += 1) {
    while (k > 0 && pattern.charCodeAt(i) !== pattern.charCodeAt(k)) k = fail[k - 1] ?? 0;
    if (pattern.charCodeAt(i) === pattern.charCodeAt(k)) k += 1;
    fail[i] = k;
  }
  for (let i = 0, k = 0; i < text.length; i += 1) {
    while (k > 0 && text.charCodeAt(i) !== pattern.charCodeAt(k)) k = fail[k - 1] ?? 0;
    if (text.charCodeAt(i) === pattern.charCodeAt(k)) k += 1;
    if (k === pattern.length) return i - k + 1;
  }
  return -1;
}

/**
 * Measures the baseline, in ms: the same read and patch of a page of 5 MiB, done with Postgres and the blob store but without
 * the product.
 */
export async function aloneMs(
  databaseUrl: string,
): Promise<{ readonly get: number; readonly patch: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'bridge-alone-'));
  const settings = readSettings({ BRIDGE_BLOBS: `file:${folder}` });
  const store = await openBlobs('tool', { settings, ids: randomIds, clock: systemClock });
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  const html = largePage();
  const ref = await putBody(store, randomIds, await bodyOf(html));
  const get = await medianMs(async () => {
    await pool.query("select * from peer.world where account_id = 'acc_peer'");
    const bytes = await readBody(store, ref);
    JSON.stringify({ raw_html: Buffer.from(bytes).toString('utf8') });
  });
  const request = JSON.stringify({ patch_ops: [{ old: MARK, new: '<p id="here">after</p>' }] });
  const patch = await medianMs(async (round) => {
    const { patch_ops: ops } = JSON.parse(request) as { patch_ops: { old: string; new: string }[] };
    const [op] = ops;
    const text = Buffer.from(await readBody(store, ref)).toString('utf8');
    const at = find(text, op?.old ?? '');
    const next = text.slice(0, at) + (op?.new ?? '') + text.slice(at + MARK.length);
    await putBody(store, randomIds, await bodyOf(next));
    await pool.query(
      `begin; update peer.world set title = 'Bench ${round}' where account_id = 'acc_peer'; commit`,
    );
  });
  await pool.end();
  await store.close();
  rmSync(folder, { recursive: true });
  return { get, patch };
}

/** Folder for the results of the benches. */
export const RESULTS = join(ROOT, '.cache', 'bench');
