import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import type { BlobListEntry, BlobStore } from './blob-store.ts';
import { putStreamSuite } from './put-stream.conformance.ts';
import { sha256Of } from './sha256.ts';

let made = 0;
/** Returns a new folder name inside `suite/`, so that tests do not share objects. */
function folder(): string {
  made += 1;
  return `suite/${process.pid}-${String(made).padStart(3, '0')}-${randomBytes(4).toString('hex')}`;
}
async function put(store: BlobStore, key: string, bytes: Uint8Array | string): Promise<string> {
  const data = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
  const sha256 = await sha256Of(data);
  await store.put(key, data, sha256);
  return sha256;
}
async function keys(list: AsyncIterable<BlobListEntry>): Promise<string[]> {
  const found: string[] = [];
  for await (const entry of list) found.push(entry.key);
  return found;
}
const WRONG = '0'.repeat(64);

/** Tests a blob store. Every driver (folder, S3) must pass these tests. */
export function blobStoreSuite(open: () => BlobStore): void {
  describe('an object', () => {
    test.each([0, 1, 255, 300_000, 6_000_001])('of %d bytes comes back exactly', async (size) => {
      const store = open();
      const key = `${folder()}/a`;
      const bytes = randomBytes(size);
      const sha256 = await put(store, key, bytes);
      expect(Buffer.compare((await store.get(key, sha256)) ?? Buffer.of(1), bytes)).toBe(0);
      const read = await store.stream(key, sha256);
      expect(read?.bytes).toBe(size);
      if (read !== null) expect(Buffer.compare(await buffer(read.stream), bytes)).toBe(0);
    });

    test('tells its size and when it was stored', async () => {
      const store = open();
      const key = `${folder()}/a`;
      const before = Date.now();
      await put(store, key, 'hello');
      const stat = await store.stat(key);
      expect(stat?.bytes).toBe(5);
      // Some stores record write times in whole seconds.
      expect(stat?.storedAt).toBeGreaterThan(before - 2_000);
      expect(stat?.storedAt).toBeLessThan(Date.now() + 2_000);
    });

    test.each([4, 3_000_000])(
      'of %d bytes stored again with the same bytes is success, as a retry must be',
      async (size) => {
        const store = open();
        const key = `${folder()}/a`;
        const bytes = randomBytes(size);
        const sha256 = await put(store, key, bytes);
        await put(store, key, bytes);
        expect(await store.get(key, sha256)).toHaveLength(size);
      },
    );

    test('is never replaced: other bytes under its key are refused', async () => {
      const store = open();
      const key = `${folder()}/a`;
      const sha256 = await put(store, key, 'first');
      await expect(put(store, key, 'other')).rejects.toMatchObject({ code: 'internal' });
      expect(Buffer.from((await store.get(key, sha256)) ?? [])).toEqual(Buffer.from('first'));
    });

    test('written by twenty at once has one writer and whole bytes', async () => {
      const store = open();
      const key = `${folder()}/a`;
      const bodies = Array.from({ length: 20 }, () => randomBytes(50_000));
      const outcomes = await Promise.allSettled(bodies.map((body) => put(store, key, body)));
      const winners = bodies.filter((_, i) => outcomes[i]?.status === 'fulfilled');
      expect(winners).toHaveLength(1);
      const [winner] = winners;
      if (winner === undefined) return;
      const stored = await store.get(key, await sha256Of(winner));
      expect(Buffer.compare(stored ?? Buffer.of(), winner)).toBe(0);
    });

    test('is gone once removed, and removing it again changes nothing', async () => {
      const store = open();
      const key = `${folder()}/a`;
      const sha256 = await put(store, key, 'x');
      await store.delete(key);
      expect(await store.get(key, sha256)).toBeNull();
      await store.delete(key);
    });

    test('that is not there is null in every way of asking', async () => {
      const store = open();
      const key = `${folder()}/none`;
      expect(await store.stat(key)).toBeNull();
      expect(await store.get(key, WRONG)).toBeNull();
      expect(await store.stream(key, WRONG)).toBeNull();
      expect(await store.range(key, 0, 1)).toBeNull();
    });
  });

  putStreamSuite(open);

  describe('a read', () => {
    test('of bytes that do not have the wanted hash fails', async () => {
      const store = open();
      const key = `${folder()}/a`;
      await put(store, key, 'altered');
      await expect(store.get(key, WRONG)).rejects.toMatchObject({ code: 'content_damaged' });
    });

    test('as a stream never gives the last part of such bytes', async () => {
      const store = open();
      const key = `${folder()}/a`;
      await put(store, key, randomBytes(400_000));
      const read = await store.stream(key, WRONG);
      let given = 0;
      const reading = async (): Promise<void> => {
        for await (const chunk of read?.stream ?? []) given += (chunk as Buffer).length;
      };
      await expect(reading()).rejects.toMatchObject({ code: 'content_damaged' });
      expect(given).toBeLessThan(400_000);
    });

    test.each([
      [0, 1],
      [0, 10],
      [3, 4],
      [9, 1],
    ])('of a range from %d of %d bytes gives exactly these', async (from, length) => {
      const store = open();
      const key = `${folder()}/a`;
      await put(store, key, '0123456789');
      const read = await store.range(key, from, length);
      expect(read?.bytes).toBe(length);
      if (read === null) return;
      expect((await buffer(read.stream)).toString()).toBe('0123456789'.slice(from, from + length));
    });
  });

  describe('a moved object', () => {
    test.each([0, 5, 3_000_000])('of %d bytes is under its new key only', async (size) => {
      const store = open();
      const [from, to] = [`${folder()}/a`, `${folder()}/b/c`];
      const bytes = randomBytes(size);
      const sha256 = await put(store, from, bytes);
      expect(await store.move(from, to)).toBe(true);
      expect(await store.stat(from)).toBeNull();
      expect(Buffer.compare((await store.get(to, sha256)) ?? Buffer.of(1), bytes)).toBe(0);
    });

    test('may be moved again onto itself, as after a crash between copy and removal', async () => {
      const store = open();
      const [from, to] = [`${folder()}/a`, `${folder()}/b`];
      const sha256 = await put(store, from, 'same');
      await put(store, to, 'same');
      expect(await store.move(from, to)).toBe(true);
      expect(await store.stat(from)).toBeNull();
      expect(await store.get(to, sha256)).toHaveLength(4);
    });

    test('that is not there is moved by nobody, and many movers at once lose nothing', async () => {
      const store = open();
      const [from, to] = [`${folder()}/a`, `${folder()}/b`];
      expect(await store.move(from, to)).toBe(false);
      expect(await store.stat(to)).toBeNull();
      const sha256 = await put(store, from, 'once');
      const moved = await Promise.allSettled([1, 2, 3].map(() => store.move(from, to)));
      // Of two concurrent moves, a store may refuse the one whose source the other one has just removed.
      expect(moved).toContainEqual({ status: 'fulfilled', value: true });
      expect(await store.get(to, sha256)).toHaveLength(4);
      expect(await store.stat(from)).toBeNull();
    });
  });

  describe('a mark', () => {
    test('is replaced as a whole, and null while nobody wrote it', async () => {
      const store = open();
      const key = `${folder()}/mark`;
      expect(await store.read(key)).toBeNull();
      for (const text of ['first', 'the second is longer', '3'])
        await store.replace(key, Buffer.from(text));
      expect(Buffer.from((await store.read(key)) ?? []).toString()).toBe('3');
    });

    test('written by many at once is one of theirs', async () => {
      const store = open();
      const key = `${folder()}/mark`;
      const texts = Array.from({ length: 10 }, (_, n) => String(n).repeat(1_000 + n));
      await Promise.all(texts.map((text) => store.replace(key, Buffer.from(text))));
      expect(texts).toContain(Buffer.from((await store.read(key)) ?? []).toString());
    });
  });

  describe('a listing', () => {
    test('gives what lies under a prefix, ascending, and goes on behind a key', async () => {
      const store = open();
      const base = folder();
      const wanted = ['a/x', 'a/y', 'a-b', 'a0', 'b', 'c_1', 'c0/z'].map(
        (name) => `${base}/${name}`,
      );
      for (const key of [...wanted, `${base}-beside/a`]) await put(store, key, key);
      const sorted = [...wanted].sort();
      expect(await keys(store.list(`${base}/`))).toEqual(sorted);
      for (const [i, key] of sorted.entries()) {
        expect(await keys(store.list(`${base}/`, key))).toEqual(sorted.slice(i + 1));
      }
      expect(await keys(store.list(`${base}/`, `${base}/a/xx`))).toEqual(sorted.slice(2));
      expect(await keys(store.list(`${base}/a/`))).toEqual([`${base}/a/x`, `${base}/a/y`]);
    });

    test('tells size and age of each object', async () => {
      const store = open();
      const base = folder();
      await put(store, `${base}/a`, 'four');
      for await (const entry of store.list(`${base}/`)) {
        expect(entry).toEqual({ key: `${base}/a`, ...(await store.stat(`${base}/a`)) });
      }
    });

    test('of a folder that nobody made is empty', async () => {
      expect(await keys(open().list(`${folder()}/`))).toEqual([]);
    });
  });

  test.each([
    '',
    'a',
    '/a/b',
    'a/',
    'a//b',
    'a/../b',
    'a/..',
    'a/./b',
    'A/b',
    'a/B',
    'a/b c',
    'a/b%2f',
    'a/b\\c',
    'a/\u0000',
    'a/b.html',
    '.tmp/x',
    `a/${'x'.repeat(129)}`,
    'a/b/c/d/e/f',
  ])('a key that is not made of ids is refused: %j', async (key) => {
    const store = open();
    const refused = { code: 'internal' };
    await expect(store.put(key, Buffer.of(1), WRONG)).rejects.toMatchObject(refused);
    await expect(store.get(key, WRONG)).rejects.toMatchObject(refused);
    await expect(store.range(key, 0, 1)).rejects.toMatchObject(refused);
    await expect(store.stat(key)).rejects.toMatchObject(refused);
    await expect(store.delete(key)).rejects.toMatchObject(refused);
    await expect(store.read(key)).rejects.toMatchObject(refused);
    await expect(store.replace(key, Buffer.of(1))).rejects.toMatchObject(refused);
    await expect(store.move(key, 'suite/a')).rejects.toMatchObject(refused);
    await expect(store.move('suite/a', key)).rejects.toMatchObject(refused);
    await expect(keys(store.list(`${key}x`))).rejects.toMatchObject(refused);
  });

  test('answers a check while it is there', async () => {
    await open().check();
  });
}
