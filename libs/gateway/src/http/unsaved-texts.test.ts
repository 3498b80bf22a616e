import { bodyOf, newObject, openFsStore, putObject, type BlobStore } from '@bridge/blobs';
import { BridgeError, randomIds, systemClock } from '@bridge/kernel';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { unsavedTexts, withNewestEdits } from './unsaved-texts.ts';

const FORM = {
  output: z.object({ raw_html: z.string() }),
  bodies: { raw_html: 'stored' },
} as const;
const folder = mkdtempSync(join(tmpdir(), 'bridge-unsaved-'));
let blobs: BlobStore;
beforeAll(async () => {
  blobs = await openFsStore(folder, { ids: randomIds, clock: systemClock });
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Makes unsaved edits whose text is stored in the blob store. */
async function editsOf(seq: number, text: string) {
  const raw_html = await putObject(blobs, newObject(randomIds, 'body'), await bodyOf(text));
  return { seq, raw_html };
}
const readAll = async (pieces: AsyncIterable<string>): Promise<unknown> => {
  let json = '';
  for await (const piece of pieces) json += piece;
  return JSON.parse(json);
};

describe('edits that are replaced while they are read', () => {
  // Verifies: editor.unsaved.
  test('are answered with the newer texts, however often they are replaced', async () => {
    const rounds = await Promise.all([1, 2, 3, 4].map((n) => editsOf(n, `text ${n}`)));
    const [first, ...newer] = rounds;
    if (first === undefined) expect.fail('no edits');
    for (const { raw_html } of rounds.slice(0, 3))
      if ('object' in raw_html) await blobs.delete(raw_html.object);
    const read = async () => newer.shift() ?? expect.fail('read too often');
    expect(await readAll(unsavedTexts(blobs, FORM, first, read))).toEqual({
      seq: 4,
      raw_html: 'text 4',
    });
    expect(newer).toEqual([]);
  });

  test('whose text is missing and that nothing replaced are damaged', async () => {
    const edits = await editsOf(1, 'lost');
    if ('object' in edits.raw_html) await blobs.delete(edits.raw_html.object);
    const reading = readAll(unsavedTexts(blobs, FORM, edits, async () => edits));
    await expect(reading).rejects.toMatchObject({ code: 'content_damaged' });
  });

  // Verifies: editor.check.
  test('are given to their check again, and another failure of it is thrown at once', async () => {
    const seen: number[] = [];
    let seq = 0;
    const read = async () => ({ seq: (seq += 1) });
    const judged = await withNewestEdits(read, async (edits) => {
      seen.push(edits.seq);
      if (edits.seq < 3) throw new BridgeError('content_damaged', {});
      return edits.seq;
    });
    expect([judged, seen]).toEqual([3, [1, 2, 3]]);
    const away = withNewestEdits(read, () =>
      Promise.reject(new BridgeError('service_unavailable', {}, { retryAfterS: 1 })),
    );
    await expect(away).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(seq).toBe(4);
  });
});
