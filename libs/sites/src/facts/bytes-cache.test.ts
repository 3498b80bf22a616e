import { openFsStore, sha256Of, type BlobStore } from '@bridge/blobs';
import type { StoredObjectReference } from '@bridge/contracts';
import { testBase } from '@bridge/testing';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { VerifiedObjectCache } from './bytes-cache.ts';

const OBJECT_BYTES = 1_000;
const folder = mkdtempSync(join(tmpdir(), 'bridge-bytes-'));
let store: BlobStore;
beforeAll(async () => {
  store = await openFsStore(folder, testBase());
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function put(name: string): Promise<StoredObjectReference> {
  const bytes = Buffer.from(name.padEnd(OBJECT_BYTES));
  const sha256 = await sha256Of(bytes);
  await store.put(`snap/${sha256}`, bytes, sha256);
  return { object: `snap/${sha256}`, bytes: OBJECT_BYTES, sha256 };
}
const textOf = async (cache: VerifiedObjectCache, object: StoredObjectReference) =>
  Buffer.from(await cache.get(object))
    .toString()
    .trim();

test('frequently requested objects stay in memory while a crawler reads everything once', async () => {
  const cache = new VerifiedObjectCache(store, 3 * OBJECT_BYTES);
  const often = await put('often');
  for (let n = 0; n < 3; n += 1) await cache.get(often);
  for (let page = 0; page < 20; page += 1)
    expect(await textOf(cache, await put(`page ${page}`))).toBe(`page ${page}`);
  expect(cache.peek(often.sha256)).toBeDefined();
});

test('objects that become frequent replace less frequent ones', async () => {
  const cache = new VerifiedObjectCache(store, 2 * OBJECT_BYTES);
  const [a, b, now] = [await put('a'), await put('b'), await put('now')];
  await cache.get(a);
  await cache.get(b);
  await cache.get(now);
  expect(cache.peek(now.sha256)).toBeUndefined();
  await cache.get(now);
  expect(cache.peek(now.sha256)).toBeDefined();
  expect(cache.peek(a.sha256)).toBeUndefined();
});

test('the cache never exceeds its limit, and larger objects are served without it', async () => {
  const cache = new VerifiedObjectCache(store, 2 * OBJECT_BYTES - 1);
  const objects = await Promise.all(['x', 'y', 'z'].map(put));
  for (let round = 1; round <= 4; round += 1)
    for (const object of objects.slice(0, round)) await cache.get(object);
  const held = objects.filter(({ sha256 }) => cache.peek(sha256) !== undefined);
  expect(held).toHaveLength(1);
  const tiny = new VerifiedObjectCache(store, OBJECT_BYTES - 1);
  expect(await textOf(tiny, objects[0] as StoredObjectReference)).toBe('x');
});

test('many readers of one object cause one read of the store', async () => {
  let reads = 0;
  const counting = {
    get: (key: string, sha256: string) => {
      reads += 1;
      return store.get(key, sha256);
    },
  };
  const cache = new VerifiedObjectCache(counting, OBJECT_BYTES);
  const object = await put('one');
  await Promise.all(Array.from({ length: 50 }, () => cache.get(object)));
  expect(reads).toBe(1);
});
