import { bodyRef, LIMITS } from '@bridge/contracts';
import { randomIds, systemClock } from '@bridge/kernel';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BlobStore } from './blob-store.ts';
import { bodyOf, putBody, readBody, streamBody } from './body-ref.ts';
import { openFsStore } from './drivers/fs.ts';

const folder = mkdtempSync(join(tmpdir(), 'bridge-bodies-'));
let store: BlobStore;
beforeAll(async () => {
  store = await openFsStore(folder, { ids: randomIds, clock: systemClock });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const text = async (bytes: Promise<Uint8Array>) =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(await bytes);

describe('a body', () => {
  test.each([0, 1, LIMITS.inlineBodyBytesMax])(
    'of %d bytes is inline in its reference',
    async (size) => {
      const ref = await putBody(store, randomIds, await bodyOf('a'.repeat(size)));
      expect('inline' in ref).toBe(true);
      expect(bodyRef.parse(ref)).toEqual(ref);
      expect(await readBody(store, ref)).toHaveLength(size);
      expect(Buffer.byteLength(JSON.stringify(ref))).toBeLessThan(LIMITS.busMessageBytesMax);
    },
  );

  test('one byte larger becomes an object under a random name, read back exactly either way', async () => {
    const html = '\ufeff\u0000\r\n🌍'.padEnd(LIMITS.inlineBodyBytesMax, 'x');
    const ref = await putBody(store, randomIds, await bodyOf(html));
    expect(bodyRef.parse(ref)).toEqual(ref);
    expect(ref).toMatchObject({
      object: expect.stringMatching(/^body\/[0-9a-z]{26}$/),
      chars: [...html].length,
    });
    expect(await text(readBody(store, ref))).toBe(html);
    const read = await streamBody(store, ref);
    expect(read.bytes).toBe(ref.bytes);
    expect(await text(buffer(read.stream))).toBe(html);
  });

  test('that was altered or is missing is never returned', async () => {
    const small = await putBody(store, randomIds, await bodyOf('abc'));
    const altered = { ...small, inline: Buffer.from('abd').toString('base64') };
    await expect(readBody(store, altered)).rejects.toMatchObject({ code: 'content_damaged' });
    await expect(streamBody(store, altered)).rejects.toMatchObject({ code: 'content_damaged' });
    const { bytes, chars, sha256, newline } = small;
    const gone = { bytes, chars, sha256, newline, object: 'body/00000000000000000000000000' };
    await expect(readBody(store, gone)).rejects.toMatchObject({ code: 'content_damaged' });
    await expect(streamBody(store, gone)).rejects.toMatchObject({ code: 'content_damaged' });
  });
});
