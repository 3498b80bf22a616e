import { randomBytes } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import type { BlobStore, RepeatableByteSource } from './blob-store.ts';
import { sha256Of } from './sha256.ts';

function folder(): string {
  return `suite/stream-${randomBytes(8).toString('hex')}`;
}
async function keys(store: BlobStore, at: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { key } of store.list(`${at}/`)) found.push(key);
  return found;
}
/** Returns a source that yields the bytes in chunks of 60,001 bytes. */
function inPieces(bytes: Uint8Array): RepeatableByteSource {
  return async function* () {
    for (let at = 0; at < bytes.byteLength; at += 60_001)
      yield await Promise.resolve(bytes.subarray(at, at + 60_001));
  };
}
/** Returns the number of bytes in ArrayBuffers after a garbage collection. */
function usedAfterCollection(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc()');
  return process.memoryUsage().arrayBuffers;
}

/** Tests storing streams that are too large for memory. Every blob store driver (folder, S3) must pass these tests. */
export function putStreamSuite(open: () => BlobStore): void {
  describe('an object made as it is stored', () => {
    test.each([0, 1, 70_000, 6_000_001])(
      'of %d bytes is named by its hash and comes back exactly',
      async (size) => {
        const store = open();
        const at = folder();
        const bytes = randomBytes(size);
        const stored = await store.putStream(at, inPieces(bytes));
        const sha256 = await sha256Of(bytes);
        expect(stored).toEqual({ key: `${at}/${sha256}`, bytes: size, sha256 });
        expect(Buffer.compare((await store.get(stored.key, sha256)) ?? Buffer.of(1), bytes)).toBe(
          0,
        );
      },
    );

    test.each([3, 2_000_000])(
      'of %d bytes may be stored again and by many at once',
      async (size) => {
        const store = open();
        const at = folder();
        const bytes = randomBytes(size);
        const made = await Promise.all(
          Array.from({ length: 5 }, () => store.putStream(at, inPieces(bytes))),
        );
        expect(new Set(made.map(({ key }) => key)).size).toBe(1);
        expect(await store.putStream(at, inPieces(bytes))).toEqual(made[0]);
        expect(await keys(store, at)).toEqual([made[0]?.key]);
      },
    );

    test('is not there when its maker fails in the middle, and the failure is told as it is', async () => {
      const store = open();
      const at = folder();
      const failing = async function* () {
        yield await Promise.resolve(randomBytes(200_000));
        throw new RangeError('of the maker');
      };
      await expect(store.putStream(at, failing)).rejects.toThrow('of the maker');
      expect(await keys(store, at)).toEqual([]);
    });

    test('is never held whole', async () => {
      const store = open();
      const pieces = 512;
      const before = usedAfterCollection();
      let most = 0;
      const source = async function* () {
        for (let n = 0; n < pieces; n += 1) {
          yield await Promise.resolve(Buffer.alloc(64 * 1024, n));
          if (n % 64 === 63) most = Math.max(most, usedAfterCollection() - before);
        }
      };
      expect((await store.putStream(folder(), source)).bytes).toBe(pieces * 64 * 1024);
      expect(most).toBeLessThan((pieces * 64 * 1024) / 3);
    });
  });

  test.each(['', '/', 'a/..', 'A', 'a b'])(
    'a folder that is not made of ids is refused: %j',
    async (name) => {
      const stored = open().putStream(name, inPieces(Buffer.of(1)));
      await expect(stored).rejects.toMatchObject({ code: 'internal' });
    },
  );
}
