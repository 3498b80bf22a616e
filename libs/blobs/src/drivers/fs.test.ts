import { systemClock, randomIds, ProgramStartError } from '@bridge/kernel';
import { mkdtempSync, readdirSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BlobStore } from '../blob-store.ts';
import { blobStoreSuite } from '../conformance.ts';
import { sha256Of } from '../sha256.ts';
import { openFsStore } from './fs.ts';

const deps = { ids: randomIds, clock: systemClock };

describe('a folder as blob store', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bridge-blobs-'));
  let store: BlobStore;
  beforeAll(async () => {
    store = await openFsStore(folder, deps);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  blobStoreSuite(() => store);

  test('a second process on the same folder sees every object', async () => {
    const sha256 = await sha256Of(Buffer.from('x'));
    await store.put('body/shared', Buffer.from('x'), sha256);
    const other = await openFsStore(folder, deps);
    expect(await other.get('body/shared', sha256)).toHaveLength(1);
  });

  test('nothing temporary is left, neither after a success nor after a refusal', async () => {
    const sha256 = await sha256Of(Buffer.from('x'));
    await store.put('body/tidy', Buffer.from('x'), sha256);
    await expect(
      store.put('body/tidy', Buffer.from('y'), await sha256Of(Buffer.from('y'))),
    ).rejects.toThrow();
    expect(readdirSync(join(folder, '.tmp'))).toEqual([]);
  });

  test('old temporary files of crashed writes are removed when the store opens', async () => {
    const [old, young] = [join(folder, '.tmp', 'put_old'), join(folder, '.tmp', 'put_young')];
    for (const path of [old, young]) writeFileSync(path, 'half');
    utimesSync(old, 0, 0);
    await openFsStore(folder, deps);
    expect(readdirSync(join(folder, '.tmp'))).toEqual(['put_young']);
    rmSync(young);
  });

  test('a folder that lost its last object to the trash, or out of it, is removed', async () => {
    const sha256 = await sha256Of(Buffer.from('x'));
    for (const key of ['snap/p1/a', 'snap/p1/b', 'snap/p2/a'])
      await store.put(key, Buffer.from('x'), sha256);
    await store.move('snap/p1/a', 'trash/20260101/snap/p1/a');
    expect(readdirSync(join(folder, 'snap')).sort()).toEqual(['p1', 'p2']);
    await store.move('snap/p1/b', 'trash/20260101/snap/p1/b');
    await store.delete('snap/p2/a');
    expect(readdirSync(join(folder, 'snap'))).toEqual([]);
    await store.delete('trash/20260101/snap/p1/a');
    await store.move('trash/20260101/snap/p1/b', 'snap/p1/b');
    expect(readdirSync(join(folder, 'trash'))).toEqual([]);
    await store.delete('snap/p1/b');
  });

  test('objects are put, moved and deleted while others empty the same folder', async () => {
    const sha256 = await sha256Of(Buffer.from('x'));
    const work = async (name: string): Promise<void> => {
      for (let round = 0; round < 50; round += 1) {
        await store.put(`snap/busy/${name}`, Buffer.from('x'), sha256);
        expect(await store.move(`snap/busy/${name}`, `trash/busy/${name}`)).toBe(true);
        await store.delete(`trash/busy/${name}`);
      }
    };
    await Promise.all(['a', 'b', 'c', 'd'].map(work));
    expect(readdirSync(join(folder, 'snap'))).toEqual([]);
  });

  test('a truncated file is never returned', async () => {
    const bytes = Buffer.from('0123456789');
    const sha256 = await sha256Of(bytes);
    await store.put('body/cut', bytes, sha256);
    truncateSync(join(folder, 'body', 'cut'), 5);
    await expect(store.get('body/cut', sha256)).rejects.toMatchObject({
      code: 'content_damaged',
    });
  });

  test('a folder that is a file is refused in one sentence', async () => {
    const path = join(folder, 'a-file');
    writeFileSync(path, '');
    await expect(openFsStore(path, deps)).rejects.toThrow(ProgramStartError);
    await expect(openFsStore(path, deps)).rejects.toThrow(/BRIDGE_BLOBS.*cannot be written/);
  });

  test('a folder that vanished is service_unavailable, not a missing object', async () => {
    const gone = mkdtempSync(join(tmpdir(), 'bridge-blobs-'));
    const lost = await openFsStore(gone, deps);
    rmSync(gone, { recursive: true });
    const away = { code: 'service_unavailable', details: { part: 'blob store' } };
    await expect(
      lost.put('body/x', Buffer.of(1), await sha256Of(Buffer.of(1))),
    ).rejects.toMatchObject(away);
    await expect(lost.check()).rejects.toMatchObject(away);
  });
});
